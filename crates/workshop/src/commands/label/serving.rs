//! Starts the reader for labelling.

use std::net::SocketAddr;

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
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
        query: Vec<(&'static str, String)>,
        context: &Context,
    ) -> anyhow::Result<()> {
        let who = self.who.clone().or_else(account);
        let who = who
            .ok_or_else(|| anyhow!("this account has no name"))
            .advise("give yours with --who, since it is stored with each label")?;
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
        let tools = tools(who, context)?;
        web::serve(
            listener,
            web::labelling(reader, tools),
            context.stop.clone(),
        )
        .await;
        Ok(())
    }
}
