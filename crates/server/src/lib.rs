//! The table in the browser.

#![forbid(unsafe_code)]

pub mod store;
