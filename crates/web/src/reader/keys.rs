//! The page that lists the keys.

use super::prelude::*;

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/keys", get(keys))
}

async fn keys() -> Answer {
    render(&KeysPage {
        frame: Frame::default(),
    })
}
