//! The table in the browser.

#![forbid(unsafe_code)]

pub mod bus;
pub mod store;
