/** Files of the program with V8's compiled form beside them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { compiledForm } from '../../actors/hosting/compiledScript.ts';

const FILE = new URL('../../dist/program/hostWorkerScript.cjs', import.meta.url);
const LOADER = fileURLToPath(new URL('../../actors/hosting/compiledScript.ts', import.meta.url));

const EXPORTS = ['hostAgents', 'stand'];

/** In a process with no flags of the tests, of which V8's compiled forms depend: about 0.3 s. */
const ran = (file: URL): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        `const { runScript } = await import(${JSON.stringify(pathToFileURL(LOADER).href)});
         const { script, exports } = runScript(new URL(${JSON.stringify(file.href)}));
         process.stdout.write(JSON.stringify([script.cachedDataRejected ?? null, Object.keys(exports)]));`,
      ],
      { encoding: 'utf8' },
    ),
  );

test('the compiled form is the one of the file', () => {
  expect(ran(FILE)).toEqual([false, EXPORTS]);
});

test('a file whose compiled form is of something else is compiled', () => {
  const folder = emptyFolder();
  const copy = pathToFileURL(join(folder, 'copy.cjs'));
  copyFileSync(FILE, copy);
  expect(ran(copy)).toEqual([null, EXPORTS]);
  writeFileSync(compiledForm(copy), 'nothing that V8 has written');
  expect(ran(copy)).toEqual([true, EXPORTS]);
});
