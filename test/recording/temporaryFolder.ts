/** Folders for a test file, removed at its end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new, empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fedsa-recording-'));
  folders.push(folder);
  return folder;
}
