//! The interface of a thread pool on the calling thread, for web pages, which have no threads.

use std::convert::Infallible;

/// A pool of one thread.
#[derive(Debug)]
pub struct ThreadPool;

/// Builds the pool.
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

/// Calls both functions, one after the other.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}
