/** Files that are there in full or not at all. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cannotBeUsed } from '../recording/fileCause.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { removeTemporary, temporaryBeside } from '../recording/temporaryName.ts';

/**
 * Writes beside the target and renames: a reader sees the old content or the new, never a part. What programs that
 * were killed have left there is removed.
 *
 * @throws in one line if that cannot be done ({@link cannotBeUsed}); the file that was there stays
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  // A FIFO or a device would be replaced, which nobody means.
  isOrdinaryFile(path);
  const partial = temporaryBeside(path);
  try {
    removeTemporary(dirname(path));
    await writeFile(partial, content, { flag: 'wx' });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw cannotBeUsed(path, 'written', error, 'file');
  }
}
