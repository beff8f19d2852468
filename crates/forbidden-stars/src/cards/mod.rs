//! Cards: the words they are written in, and what runs them.

pub mod effect;
pub mod filters;
pub mod numbers;
pub mod picks;
pub mod program;
pub mod resolve;
pub mod response;
pub mod special;
pub mod vocabulary;
pub mod words;
