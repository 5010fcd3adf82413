//! Starts the reader for labelling.

use std::net::SocketAddr;

use gleaner::console::output;
use gleaner::program::Context;
use gleaner::serve;
use store::Store;
use url::form_urlencoded;

use super::tools::tools;
use crate::label::pages::{account, person};

/// The arguments of the reader, and the name of the labeller.
#[derive(Debug, clap::Args)]
pub(super) struct Serving {
    /// Name of the person who labels [default: the account name in USER or LOGNAME]
    #[arg(long, value_name = "NAME", value_parser = person)]
    who: Option<String>,
    /// Address and port to listen on [default: 127.0.0.1:8080, or any free port if that is taken]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    options: serve::Options,
}

impl Serving {
    /// Prints the URL of the page at `path` with these parameters, and serves the reader until Ctrl-C.
    pub(super) async fn run(
        &self,
        store: &Store,
        path: &str,
        mut query: Vec<(&'static str, String)>,
        context: &Context,
    ) -> anyhow::Result<()> {
        if let Some(who) = &self.who {
            query.push(("who", who.clone()));
        }
        let listener = match self.listen {
            Some(address) => serve::listen(address).await?,
            None => serve::listen_by_default().await?,
        };
        let mut address = format!("http://{}/{path}", listener.local_addr()?);
        if !query.is_empty() {
            let query = form_urlencoded::Serializer::new(String::new())
                .extend_pairs(query)
                .finish();
            address = format!("{address}?{query}");
        }
        output::message(&address)?;
        tracing::info!("open the address in a browser; the reader runs until Ctrl-C");
        let on = listener.local_addr()?;
        let reader = serve::reader(store, &self.options, on, context)?;
        // Users on other machines are not the owner of this account.
        let labeller = account().filter(|_| self.options.are_private(on));
        let tools = tools(labeller, context)?;
        web::serve(
            listener,
            web::labelling(reader, tools),
            context.stop.clone(),
        )
        .await;
        Ok(())
    }
}
