/** Text of others, as that of a received file or of a user's exception, where it is printed. */

/** Control characters of ASCII and Latin-1, other line ends, and those that turn the direction of what follows them. */
export const CONTROL = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

const escaped = (character: string): string =>
  `\\u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with its control characters but line breaks and tabs as in JSON, `\u001B`: a terminal obeys none of them. */
export const visible = (text: string): string =>
  text.replace(CONTROL, (character) => (/[\n\t]/.test(character) ? character : escaped(character)));

/** The same of a word, which has neither. */
export const visibleWord = (word: string): string => word.replace(CONTROL, escaped);
