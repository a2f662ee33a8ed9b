/**
 * What a user's code prints with `console` goes to standard error in a thread that has this as its import: standard output
 * is for results, which may be JSON or CSV.
 */
import { Console } from 'node:console';
import { isMainThread } from 'node:worker_threads';

// A program of the user's own that imports the library is in the main thread, and prints where it likes.
if (!isMainThread) globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
