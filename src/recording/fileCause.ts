/** What the file system says went wrong, without the path and call that Node puts around it. */

/** For example `ENOSPC: no space left on device`; any other error's message on one line. */
export function fileCause(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const coded = /^(E[A-Z0-9]+: [^,]+), /.exec(message);
  return coded?.[1] ?? message.replace(/\s+/g, ' ');
}
