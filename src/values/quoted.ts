/** Text of others, as a line quotes it. */

/** Longest quote of others' text in full. */
const LONGEST_QUOTE = 200;

/** The text of others as a line quotes it: of a long one its beginning. */
export const quoted = (text: string): string =>
  text.length <= LONGEST_QUOTE ? text : `${text.slice(0, LONGEST_QUOTE)}… (${text.length} characters)`;

/** A value, likewise, as JSON; of what JSON does not have, its text. */
export const quotedValue = (value: unknown): string =>
  value === undefined ? 'undefined' : quoted(JSON.stringify(value));

/** The text of whatever was thrown: any value can be, and reading it may throw again. */
export function thrownText(thrown: unknown): string {
  try {
    if (typeof thrown === 'function') return 'a function';
    if (typeof thrown !== 'object' || thrown === null)
      return thrown === '' ? 'an empty text' : String(thrown);
    // An error of another realm is no instance of this one's Error.
    const { message, name } = thrown as Partial<Error>;
    if (typeof message === 'string' && message !== '') return message;
    if (typeof message === 'string' && typeof name === 'string' && name !== '') return name;
    return `the object ${JSON.stringify(thrown)}`;
  } catch {
    return 'an object that cannot be read';
  }
}
