/**
 * Output that a user's code prints with `console` goes to standard error in a thread that begins with this import: standard output
 * is for results, which may be JSON or CSV. A program of the user's own that imports the library prints where it likes.
 */
import { Console } from 'node:console';

globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
