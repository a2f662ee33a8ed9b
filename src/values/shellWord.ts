/** Words of a command line. */

/** A word for a POSIX shell, quoted where that is needed. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
