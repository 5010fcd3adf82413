#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// How thoroughly a browser is imitated.
pub mod configs {
    /// Type of a field of spider's configuration.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    pub enum Tier {
        /// Not at all.
        #[default]
        None,
    }
}

/// Header names in the spelling of browsers.
pub mod spoof_headers {
    use std::collections::HashMap;

    /// Whether a browser would write this header in title case: never, since Gleaner imitates none.
    #[must_use]
    pub fn is_title_case_browser_header(_header: &str) -> bool {
        false
    }

    /// Leaves the headers as they are, for the same reason.
    pub fn rewrite_headers_to_title_case(_headers: &mut HashMap<String, String>) {}
}

/// The window of a browser.
pub mod spoof_viewport {
    /// Target of a conversion in spider that only a browser would use.
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub struct Viewport {
        /// Width in pixels.
        pub width: u32,
        /// Height in pixels.
        pub height: u32,
        /// Physical pixels per pixel of the page.
        pub device_scale_factor: Option<f64>,
        /// Whether a mobile device is imitated.
        pub emulating_mobile: bool,
        /// Whether the window is wider than high.
        pub is_landscape: bool,
        /// Whether there is a touch screen.
        pub has_touch: bool,
    }
}
