/** What goes wrong is said on standard error, in one line of bounded length. */
import { printError } from './print.ts';
import { visible } from '../values/foreignText.ts';

/** Longest line that is said in full; of a longer one, its beginning and its end. */
const LONGEST = 2000;
const BEGINNING = 1500;
const END = 400;

/** The text of a line: without line breaks, and of bounded length whatever was in it. */
export function boundedLine(message: string): string {
  // A scenario is imported as a data: URL, which says nothing to anyone.
  const short = message.replace(/data:[\w/+.-]+;base64,[A-Za-z0-9+/=]{40,}/g, 'data:…');
  const line = visible(short)
    .trim()
    .replace(/\s*\n\s*/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, BEGINNING)} … ${line.slice(-END)}`;
}

/** Node opens the program's parts all at once. */
const FEW_FILES = '; allow more open files, as in ulimit -n 1024';

/** Says one line, whatever was thrown. */
export function complain(message: string): void {
  printError(`fedsa: ${boundedLine(message)}${/\bE[MN]FILE\b/.test(message) ? FEW_FILES : ''}\n`);
}
