/** The two streams of a terminal: what is printed there has no control characters of others. */
import { visible } from '../values/foreignText.ts';

/** Prints on standard output. */
export const print = (text: string): void => void process.stdout.write(visible(text));

/** Prints on standard error. */
export const printError = (text: string): void => void process.stderr.write(visible(text));
