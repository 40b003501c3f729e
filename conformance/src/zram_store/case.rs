//! A case: operations on a store.

use super::layout::StoreLayout;
use super::operation::{Operation, Operations};
use crate::format::Case;

/// So many operations of a seed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StoreCase {
    /// The store.
    pub layout: StoreLayout,
    /// Which operations.
    pub seed: u64,
    /// How many.
    pub count: usize,
}

impl StoreCase {
    /// The operations.
    pub fn operations(&self) -> Vec<Operation> {
        let page = self.layout.page_size.bytes();
        Operations::new(self.seed, self.layout.pages, page, false)
            .take(self.count)
            .collect()
    }
}

impl Case for StoreCase {
    fn name(&self) -> String {
        format!(
            "{}/{}-operations/{}",
            self.layout.name(),
            self.count,
            self.seed
        )
    }
}
