/** Reads a JSON file of a run directory, which may hold anything by now. */
import { InputError } from '../values/failure.ts';
import { fileCause } from './fileCause.ts';
import { readOrdinaryFile } from './ordinaryFile.ts';

/** Largest file that is read. */
const MOST_MEGABYTES = 256;
/** Deepest nesting that is read: ours is of a dozen levels, and what walks a value later does so by recursion. */
const MOST_LEVELS = 100;

/**
 * The value in a JSON file.
 *
 * @param subject - kind of file, for messages, such as `manifest`
 * @throws InputError in one line: it is not there, no regular file, too large, no JSON, or nested too deep
 */
export function readJsonFile(file: string, subject: string): unknown {
  const text = readOrdinaryFile(file, subject, MOST_MEGABYTES).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(
      `${file}: is not JSON (${fileCause(error)}); a ${subject} as fedsa writes it is needed`,
    );
  }
  if (isDeeperThan(value, MOST_LEVELS)) {
    throw new InputError(
      `${file}: is nested more than ${MOST_LEVELS} levels deep; a ${subject} as fedsa writes it is needed`,
    );
  }
  return value;
}

/** Level by level, since a value may be nested deeper than calls can be. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= most; depth++) {
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null
        ? Object.values(entry as Readonly<Record<string, unknown>>)
        : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
