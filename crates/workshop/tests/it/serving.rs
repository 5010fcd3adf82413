//! The reader with the labelling pages, as a process.

pub(crate) use crate::harness::serving::Serving;

impl Serving {
    /// Sends a form.
    pub(super) fn post(&self, path: &str, form: &str) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nOrigin: http://{}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            self.address,
            form.len()
        );
        let (status, _, body) = self.ask(&head, form);
        assert_eq!(status, 303, "{path} {form}: {body}");
    }

    /// A page.
    pub(crate) fn page(&self, path: &str) -> String {
        let (status, _, body) = self.ask(&format!("GET {path} HTTP/1.1\r\n"), "");
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

/// The value of a hidden field of a page; `None` if there is no such field.
pub(crate) fn field(page: &str, name: &str) -> Option<String> {
    let begin = format!("name=\"{name}\" value=\"");
    let rest = page.split(&begin).nth(1)?;
    Some(rest.split('"').next().unwrap().to_owned())
}
