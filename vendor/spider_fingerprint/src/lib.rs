#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// How thoroughly a browser is imitated.
pub mod configs {
    /// Type of a field of spider's configuration.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    #[cfg_attr(feature = "std", derive(serde::Serialize, serde::Deserialize))]
    pub enum Tier {
        /// Not at all.
        #[default]
        None,
        /// Asked for by name in spider; here the same as [`Tier::None`].
        Basic,
        /// Likewise.
        Low,
        /// Likewise.
        Mid,
        /// Likewise.
        Full,
    }

    impl Tier {
        /// Whether a browser is imitated: never.
        #[must_use]
        pub fn stealth(&self) -> bool {
            false
        }
    }

    /// The system that a user agent would name.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum AgentOs {
        /// The only one that is told.
        #[default]
        Unknown,
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

/// Scripts that would run in each page before its own.
pub mod spoofs {
    /// Nothing is hidden: an empty script.
    pub const DISABLE_DIALOGS: &str = "";
    /// Likewise.
    pub const HIDE_CHROME: &str = "";
    /// Likewise.
    pub const HIDE_WEBGL: &str = "";
    /// Likewise.
    pub const HIDE_PERMISSIONS: &str = "";
    /// Likewise.
    pub const HIDE_WEBDRIVER: &str = "";
}

/// What a browser says of itself beside its user agent.
pub mod spoof_user_agent {
    /// A brand and its version.
    #[derive(Debug, Clone, Default)]
    pub struct Brand {
        /// Its name.
        pub brand: String,
        /// Its version.
        pub version: String,
    }

    /// Target of a conversion in chromey; every field is empty.
    #[derive(Debug, Clone, Default)]
    pub struct HighEntropyUaData {
        /// The architecture of the machine.
        pub architecture: String,
        /// The model of the device.
        pub model: String,
        /// 32 or 64.
        pub bitness: String,
        /// The system.
        pub platform: String,
        /// The version of the system.
        pub platform_version: String,
        /// Brands with their versions.
        pub full_version_list: Vec<Brand>,
        /// Whether it is a mobile device.
        pub mobile: bool,
        /// Whether a 32-bit program runs on a 64-bit Windows.
        pub wow64_ness: bool,
    }

    /// Nothing.
    #[must_use]
    pub fn build_high_entropy_data(_user_agent: &Option<&str>) -> HighEntropyUaData {
        HighEntropyUaData::default()
    }
}

/// Devices that a browser could claim to run on.
pub mod profiles {
    /// Graphics cards.
    pub mod gpu {
        /// A graphics card and its machine.
        #[derive(Debug)]
        pub struct GpuProfile {
            /// Threads of the machine.
            pub hardware_concurrency: usize,
        }

        /// The only one, which is never claimed.
        #[must_use]
        pub fn select_random_gpu_profile(_os: crate::configs::AgentOs) -> &'static GpuProfile {
            &GpuProfile {
                hardware_concurrency: 1,
            }
        }
    }
}

/// Part of a name that chromey makes for itself.
pub const BASE_CHROME_VERSION: u32 = 0;

/// Type of a field of spider's configuration.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "std", derive(serde::Serialize, serde::Deserialize))]
pub enum Fingerprint {
    /// None is imitated.
    #[default]
    None,
    /// Asked for by name in spider; here the same as [`Fingerprint::None`].
    Basic,
}

impl Fingerprint {
    /// Whether a browser is imitated: never.
    #[must_use]
    pub fn valid(&self) -> bool {
        false
    }
}

/// How a browser would be imitated; nothing reads it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct EmulationConfiguration {
    /// Not read.
    pub tier: configs::Tier,
    /// Not read.
    pub fingerprint: Fingerprint,
    /// Not read.
    pub user_agent_data: Option<bool>,
    /// Not read.
    pub dismiss_dialogs: bool,
}

impl EmulationConfiguration {
    /// The empty one.
    #[must_use]
    pub fn setup_defaults(_user_agent: &str) -> Self {
        Self::default()
    }
}

/// No script.
#[must_use]
pub fn emulate(
    _user_agent: &str,
    _config: &EmulationConfiguration,
    _viewport: &Option<&spoof_viewport::Viewport>,
    _evaluate_on_new_document: &Option<Box<String>>,
) -> Option<String> {
    None
}

/// No script.
#[must_use]
pub fn emulate_with_profile(
    _user_agent: &str,
    _config: &EmulationConfiguration,
    _viewport: &Option<&spoof_viewport::Viewport>,
    _evaluate_on_new_document: &Option<Box<String>>,
    _gpu: &profiles::gpu::GpuProfile,
) -> Option<String> {
    None
}

/// The system that a user agent names: none.
#[must_use]
pub fn get_agent_os(_user_agent: &str) -> configs::AgentOs {
    configs::AgentOs::Unknown
}

/// An empty script.
#[must_use]
pub fn build_stealth_script(_tier: configs::Tier, _os: configs::AgentOs) -> String {
    String::new()
}

/// An empty script.
#[must_use]
pub fn generate_hide_plugins() -> String {
    String::new()
}

/// A script as an expression of its own.
#[must_use]
pub fn wrap_eval_script(source: &str) -> String {
    format!("(()=>{{{source}}})();")
}
