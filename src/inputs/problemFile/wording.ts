/** How a message shows a place in a problem file and what was found there: short, and on one line. */

/** Longest piece of the file that a message repeats. */
export const MAX_SHOWN = 40;

/** `text` on one line whatever is in it: control and direction characters are spelled out. */
export function onOneLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

/** The start of `text`, where it is too long to be shown. */
export function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 10)}…` : text;
}

/** A string in a message. */
export function quoted(text: string): string {
  return onOneLine(JSON.stringify(cut(text)));
}

/** A list in a message. */
export function listOf(length: number): string {
  return length === 0 ? 'an empty list' : `a list of ${length}`;
}

/** `path` and the indices below it: `agents[0].A` and [2, 1] give `agents[0].A[2][1]`. */
export function indexed(path: string, indices: readonly number[]): string {
  return path + indices.map((index) => `[${index}]`).join('');
}

/** The path of a field; a name that is no plain word is quoted. */
export function member(path: string, key: string): string {
  if (!/^[A-Za-z_]\w{0,39}$/.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
