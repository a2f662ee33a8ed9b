/** Names that become a file or a folder: those of a received file must not lead elsewhere. */
import { InputError } from '../values/failure.ts';

/** What such a name is, in words. */
export const PATH_SEGMENTS =
  'must be of letters, digits, hyphens, underscores and dots, and begin with a letter, a digit or an underscore';

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/** Whether a name is that of a file or folder in the folder at hand, on every system. */
export const isPathSegment = (name: string): boolean => SEGMENT.test(name) && !name.endsWith('.');

/**
 * A name as a part of a path.
 *
 * @throws InputError in one line for a name that is none, such as `../elsewhere`
 */
export function pathSegment(name: string): string {
  if (isPathSegment(name)) return name;
  throw new InputError(`${JSON.stringify(name.slice(0, 100))}: is no name of a file: it ${PATH_SEGMENTS}`);
}
