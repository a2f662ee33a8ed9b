/** Hashes by which records know a user's code, wherever it and fedsa lie. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeHash, recordedHashes } from '../../../actors/agent/codeHash.ts';
import { compileUserFile } from '../../../actors/agent/compileUserFile.ts';
import { namedCode } from '../../../src/inputs/codeFile.ts';
import { sha256Of } from '../../../actors/agent/sha256.ts';
import { emptyFolder, fedsa, rows } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

const compiledIn = (folder: string, step: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'beside.ts'), `export const step: number = ${step};\n`);
  writeFileSync(
    join(folder, 'mine.ts'),
    `// ${folder}\nimport { localSa } from 'fedsa';\nimport { step } from './beside.ts';\nexport default { localSa, step, at: import.meta.url };\n`,
  );
  return compileUserFile(namedCode(join(folder, 'mine.ts')));
};

test('the hash of a compiled file is the same in another folder and under another fedsa, and another for other code', async () => {
  const folder = emptyFolder();
  const here = await compiledIn(join(folder, 'here'), '0.1');
  const elsewhere = await compiledIn(join(folder, 'moved', 'below'), '0.1');
  expect(elsewhere).not.toBe(here);
  expect(codeHash(elsewhere)).toBe(codeHash(here));
  expect(codeHash(await compiledIn(join(folder, 'here'), '0.2'))).not.toBe(codeHash(here));
  // The installed program lies in a folder of its own, which the compiled file names.
  const [head, body] = here.split(',') as [string, string];
  const code = Buffer.from(body, 'base64').toString('utf8');
  expect(code).toMatch(/file:\/\/[^"]*\/dist\/program\/index\.js/);
  const underOpt = code.replace(/file:\/\/[^"]*\/(?=dist\/program\/index\.js)/, 'file:///opt/fedsa/');
  expect(underOpt).not.toBe(code);
  expect(codeHash(`${head},${Buffer.from(underOpt).toString('base64')}`)).toBe(codeHash(here));
  expect(recordedHashes(here)).toEqual([codeHash(here), sha256Of(here)]);
});

// One run of the command: half a second.
test('files that are alike but for their folder stay two: each may read what lies beside it', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  for (const [name, share] of Object.entries({ whole: 1, half: 0.5 })) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'share.json'), JSON.stringify(share));
    writeFileSync(
      join(folder, name, 'mine.ts'),
      `import { readFileSync } from 'node:fs';
       import { algorithm, localSa } from 'fedsa';
       const share = JSON.parse(readFileSync(new URL('share.json', import.meta.url), 'utf8'));
       export default algorithm({
         ...localSa, name: 'beside', aliases: [],
         agent: ({ stepSize }, context) =>
           localSa.agent({ stepSize: (round) => share * stepSize(round) }, context),
       });`,
    );
  }
  const both = ['--algorithm', './whole/mine.ts,./half/mine.ts', '--step-size', '0.1', '--rounds', '3'];
  const words = ['run', 'problem.json', ...both, '--no-report', '--quiet', '--out', 'out'];
  expect(await fedsa(folder, ...words)).toMatchObject({ status: 0, stderr: '' });
  const errors = rows(folder, 'out', 'rounds.csv').map(({ algorithm, error }) => `${algorithm} ${error}`);
  const errorsOf = (key: string): string[] =>
    errors.filter((row) => row.startsWith(`${key} `)).map((row) => row.slice(key.length));
  expect(errorsOf('beside')).toHaveLength(4);
  expect(errorsOf('beside@2')).toHaveLength(4);
  expect(errorsOf('beside@2').at(-1)).not.toBe(errorsOf('beside').at(-1));
});
