//! What [`crate::solver::tiling`] asks of a pool of threads, where there are no threads: the page of a browser.

use std::convert::Infallible;

/// A pool of the one thread that there is.
#[derive(Debug)]
pub struct ThreadPool;

/// Makes one.
#[derive(Debug)]
pub struct ThreadPoolBuilder;

impl ThreadPoolBuilder {
    pub fn new() -> Self {
        Self
    }

    pub fn num_threads(self, _threads: usize) -> Self {
        self
    }

    pub fn build(self) -> Result<ThreadPool, Infallible> {
        Ok(ThreadPool)
    }
}

impl ThreadPool {
    pub fn current_num_threads(&self) -> usize {
        1
    }

    pub fn install<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// One after the other.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
