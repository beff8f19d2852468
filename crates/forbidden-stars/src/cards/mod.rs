//! Cards: the words they are written in, and what runs them.

pub(crate) mod effect;
mod filters;
mod numbers;
pub(crate) mod picks;
pub(crate) mod program;
pub mod resolve;
pub(crate) mod response;
pub(crate) mod special;
pub(crate) mod vocabulary;
pub(crate) mod words;
