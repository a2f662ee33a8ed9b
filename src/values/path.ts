/** Where a value stands within another, and how a message names that. */
import { visibleWord } from './foreignText.ts';

/** Names of fields, and indices of lists. */
export type Path = readonly PropertyKey[];

/** Longest piece of what others have written that a message repeats. */
export const MOST_SHOWN = 40;

/** `panels["h-0.1"].initial[0]`: what could be misread is quoted. */
export const pathText = (path: Path): string =>
  path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      return /^[A-Za-z_][\w-]{0,39}$/.test(name) ? `.${name}` : `[${quotedStart(name)}]`;
    })
    .join('')
    .replace(/^\./, '');

/** The start of a text, where it is too long to be shown. */
export const startOf = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 10)}…` : text;

/** A string in a message. */
export const quotedStart = (text: string): string => visibleWord(JSON.stringify(startOf(text)));
