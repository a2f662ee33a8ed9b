/** Folders for results, also where several programs make the same one. */
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createFolder } from '../../src/recording/createFolder.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const MODULE = new URL('../../dist/src/recording/createFolder.js', import.meta.url).href;

/** Both threads make the same hundred folders, each at the same moment as the other. */
const PROGRAM = `
  const { workerData: { folder, word }, parentPort } = require('node:worker_threads');
  import(${JSON.stringify(MODULE)}).then(({ createFolder }) => {
    const failures = [];
    for (let k = 0; k < 100; k++) {
      Atomics.add(word, 0, 1);
      while (Atomics.load(word, 0) < 2 * (k + 1));
      try { createFolder(folder + '/' + k + '/runs/first'); } catch (error) { failures.push(error.message); }
    }
    parentPort.postMessage(failures);
  });
`;

test('two programs may make the same folder at once', async () => {
  const workerData = { folder: temporaryFolder(), word: new Int32Array(new SharedArrayBuffer(4)) };
  const threads = [0, 1].map(() => new Worker(PROGRAM, { eval: true, workerData }));
  const failures = await Promise.all(
    threads.map(async (thread) => ((await once(thread, 'message')) as [string[]])[0]),
  );
  expect(failures.flat()).toEqual([]);
  expect(existsSync(join(workerData.folder, '99', 'runs', 'first'))).toBe(true);
});

test('the outermost folder that was made is named, and what is in the way is no folder', () => {
  const folder = temporaryFolder();
  expect(createFolder(join(folder, 'a', 'b'))).toBe(join(folder, 'a'));
  expect(createFolder(join(folder, 'a', 'c'))).toBe(join(folder, 'a', 'c'));
  expect(createFolder(join(folder, 'a'))).toBeUndefined();
  symlinkSync(join(folder, 'nowhere'), join(folder, 'a', 'link'));
  expect(() => createFolder(join(folder, 'a', 'link', 'd'))).toThrow(
    /a\/link\/d: this folder cannot be created/,
  );
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
});
