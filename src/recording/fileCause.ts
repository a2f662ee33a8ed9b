/** What the file system says went wrong, without the path and call that Node puts around it. */
import { InputError } from '../values/failure.ts';
import { quoted, thrownText } from '../values/quoted.ts';

/** For example `ENOSPC: no space left on device`; any other error's message on one line. */
export function fileCause(error: unknown): string {
  const message = thrownText(error);
  const coded = /^(E[A-Z0-9]+: [^,]+), /.exec(message);
  return coded?.[1] ?? quoted(message.replace(/\s+/g, ' '));
}

/** A disk that is full or broken: no fault of the folder that was named. */
const OF_THE_DISK = /^(ENOSPC|EDQUOT|EIO|EFBIG|EMFILE|ENFILE|ENOMEM|ESTALE)$/;

/**
 * Why a folder cannot be used: bad input where another folder would do, a failure of the run where the disk has given out.
 *
 * @param use - such as `used for results`
 * @param subject - what it is, where it is no folder
 */
export function cannotBeUsed(folder: string, use: string, error: unknown, subject = 'folder'): Error {
  const system = systemError(error);
  const cause = fileCause(error);
  return OF_THE_DISK.test(system?.code ?? '')
    ? new Error(
        `${folder}: the ${subject === 'folder' ? 'results' : subject} cannot be written (${fileCause(system)})`,
        { cause: system },
      )
    : new InputError(`${folder}: this ${subject} cannot be ${use} (${cause})`, { cause: error });
}

/** The system's own error, of which another may have been made. */
function systemError(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? (error as NodeJS.ErrnoException) : systemError(error.cause);
}
