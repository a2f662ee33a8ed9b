/**
 * Place for the data of an instance of the kernels' program during a call, aligned to a line of the processor's cache. Threads that
 * compute side by side in one memory have an instance each, and each instance a place of its own.
 */
export declare const workspace: usize;
