//! A case: which pages, and how they are kept.

use zram::{Codec, PageSize};

use crate::data::Data;
use crate::format::Case;

/// What writer and reader agree on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Layout {
    /// The codec.
    pub codec: Codec,
    /// The size of pages.
    pub page_size: PageSize,
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
        let Layout { codec, page_size } = self.layout;
        format!(
            "{}/pages-{}/{}/{}",
            codec.to_string().replace(':', "="),
            page_size.bytes(),
            self.data.name(),
            self.data.size()
        )
    }
}
