//! A case: which pages, and how they are kept.

use zram::{Codec, PageSize};

use super::dictionary::Origin;
use crate::data::Data;
use crate::format::Case;

/// What writer and reader agree on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layout {
    /// The codec.
    pub codec: Codec,
    /// The size of pages.
    pub page_size: PageSize,
    /// What pages may refer to.
    pub dictionary: Option<Origin>,
}

impl Layout {
    /// Without a dictionary.
    pub const fn plain(codec: Codec, page_size: PageSize) -> Self {
        Self {
            codec,
            page_size,
            dictionary: None,
        }
    }
}

/// Pages and how they are kept.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PagesCase {
    /// The pages, one after the other.
    pub data: Data,
    /// How they are kept.
    pub layout: Layout,
}

impl PagesCase {
    /// So many pages from the front of `data`, which is made for that size.
    pub(super) fn new(data: impl FnOnce(usize) -> Data, pages: usize, layout: Layout) -> Self {
        Self {
            data: data(pages * layout.page_size.bytes()),
            layout,
        }
    }
}

impl Case for PagesCase {
    fn name(&self) -> String {
        let Layout {
            codec,
            page_size,
            dictionary,
        } = self.layout;
        format!(
            "{}{}/pages-{}/{}/{}",
            codec.to_string().replace(':', "="),
            dictionary.map_or_else(String::new, |origin| format!("/{}", origin.name())),
            page_size.bytes(),
            self.data.name(),
            self.data.size()
        )
    }
}
