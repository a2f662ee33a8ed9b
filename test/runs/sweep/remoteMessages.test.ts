/** What sweeps and workers say to each other: it comes over a network, and is checked before it is used. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseProblem, problemText } from '../../../src/runs/sweep/remote/problemText.ts';
import { frameOf, parseFrame } from '../../../src/runs/sweep/remote/frame.ts';
import { NotHere, OwnFolders } from '../../../src/runs/sweep/remote/ownFolders.ts';
import {
  parseHead,
  parseResult,
  parseTask,
  resultMessage,
} from '../../../src/runs/sweep/remote/taskMessage.ts';
import { codeHash } from '../../../actors/agent/codeHash.ts';
import { problemHash } from '../../../src/runs/store/contentKey.ts';
import { readProblem } from '../../../src/inputs/target.ts';
import { compileUserFile } from '../../../actors/agent/compileUserFile.ts';
import { namedCode } from '../../../src/inputs/codeFile.ts';
import { emptyFolder } from '../../commandLine/builtProgram.ts';
import { TWO_AGENTS } from '../../commandLine/twoAgents.ts';

const KEY = 'ab'.repeat(32);
const bytes = (text: string): Uint8Array => Buffer.from(text);

test('a payload is taken apart as it was put together; one byte more or less is refused', () => {
  const files = [
    { name: 'a', bytes: bytes('one\n') },
    { name: 'b', bytes: bytes('') },
  ];
  const payload = frameOf({ x: [1.5] }, files);
  const { head, files: present } = parseFrame(payload);
  expect(head).toEqual({ x: [1.5] });
  expect(present.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['a', 'one\n'],
    ['b', ''],
  ]);
  expect(() => parseFrame(payload.subarray(0, -1))).toThrow('a message cannot be read: a is cut off');
  expect(() => parseFrame(Buffer.concat([payload, bytes('x')]))).toThrow('more than was announced');
  expect(() => parseFrame(bytes('\xff\xff\xff\x7f'))).toThrow('a message cannot be read');
  expect(() => parseFrame(bytes(''))).toThrow('a message cannot be read');
});

test('a result has the files of a run directory below its keys, and no others', () => {
  const runs = [{ key: KEY, failure: null }];
  const file = (name: string) => ({ name, bytes: bytes('x') });
  const message = parseResult(resultMessage('w', runs, [file(`${KEY}/rounds.csv`)]));
  expect([...message.files.get(KEY)!].map(({ name }) => name)).toEqual(['rounds.csv']);
  for (const name of [
    'rounds.csv',
    `${KEY}/../x`,
    `${KEY}/x.ts`,
    `${'cd'.repeat(32)}/rounds.csv`,
    `${KEY}/a/rounds.csv`,
  ])
    expect(() => parseResult(resultMessage('w', runs, [file(name)]))).toThrow('that none has');
  expect(() =>
    parseResult(frameOf({ format: 'fedsa-ends/1', worker: 'w', runs: [{ key: '../x' }] })),
  ).toThrow('a result from the network cannot be used: runs.0.key');
  expect(() => parseTask(frameOf({ format: 'fedsa-task/2' }))).toThrow(
    'a task from the network cannot be used: format',
  );
  expect(() => parseHead(frameOf({ sweep: 'a' }))).toThrow('which versions of fedsa and V8');
});

test('a problem of any kind is the same problem on the other side, by its hash', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'problem.json');
  writeFileSync(
    path,
    JSON.stringify({
      ...TWO_AGENTS,
      agents: TWO_AGENTS.agents.map((agent) => ({
        ...agent,
        b: [
          [0.1, -0],
          [1e-300, 1 / 3],
        ],
      })),
    }),
  );
  const { specification } = await readProblem({ kind: 'problem-file', path }, undefined);
  const scenarioProblem = parseProblem(problemText(specification));
  expect(scenarioProblem.kind).toBe('finite-linear');
  expect(problemHash(scenarioProblem as typeof specification)).toBe(problemHash(specification));
  // Of a module without root and mean the root is estimated, and sent; what that is worth is the sender's.
  const module = {
    ...{ kind: 'module' as const, module: pathToFileURL(join(folder, 'mine.mjs')).href, export: 'agent' },
    ...{ agents: 2, dimension: 1, root: [0.1] },
  };
  const compiled = 'data:text/javascript;base64,';
  const estimated = { ...module, rootError: 1e-7, compiled };
  expect(parseProblem(problemText(estimated))).toEqual(module);
  expect(problemHash(estimated)).toBe(problemHash({ ...module, compiled }));
  expect(() => parseProblem('{')).toThrow('a problem from the network cannot be read');
  expect(() => parseProblem('{"kind":"finite-linear","agents":[{"transition":[2]}]}')).toThrow(
    'a problem from the network cannot be used',
  );
});

test('a worker imports a file of its own folders alone, and that with the contents the sweep has', async () => {
  const [mine, theirs] = [emptyFolder(), emptyFolder()];
  writeFileSync(join(theirs, 'own.ts'), 'export const a: number = 1;\n');
  const code = codeHash(await compileUserFile(namedCode(join(theirs, 'own.ts'))));
  const file = { file: join(theirs, 'own.ts'), bundle: code };
  const folders = new OwnFolders([mine]);
  // It is there, but not in a folder that the worker's user has named.
  await expect(folders.modules([file])).rejects.toThrow(NotHere);
  await expect(folders.modules([file])).rejects.toThrow(`${file.file}: is not in ${mine}; copy it there`);
  writeFileSync(join(mine, 'own.ts'), 'export const a: number = 2;\n');
  await expect(folders.modules([file])).rejects.toThrow(
    /own\.ts, or a file that it imports, is another on this machine/,
  );
  writeFileSync(join(mine, 'own.ts'), '// elsewhere\nexport const a: number = 1;\n');
  const [module] = await folders.modules([file]);
  expect(module).toMatchObject({ file: file.file, bundle: code });
  expect(codeHash(module!.module)).toBe(code);
  // Without a folder none is imported, wherever it lies; packages and hidden files are in no folder.
  await expect(new OwnFolders([]).modules([file])).rejects.toThrow('imports none of its user’s files');
  for (const hidden of ['node_modules/kit', 'sub/.cache']) {
    const path = join(mine, hidden, 'another.ts');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'export const a: number = 1;\n');
    await expect(new OwnFolders([mine]).modules([{ ...file, file: path }])).rejects.toThrow(NotHere);
  }
  const below = join(mine, 'sub', 'another.ts');
  writeFileSync(below, 'export const a: number = 1;\n');
  expect(await new OwnFolders([mine]).modules([{ ...file, file: below }])).toHaveLength(1);
  // On another machine the folder lies elsewhere, and a path that leads out of it finds nothing.
  expect(await new OwnFolders([mine]).modules([{ ...file, file: '/away/sub/another.ts' }])).toHaveLength(1);
  const out = new OwnFolders([join(mine, 'node_modules')]).modules([{ ...file, file: '/../sub/another.ts' }]);
  await expect(out).rejects.toThrow(NotHere);
  await expect(new OwnFolders([mine]).modules([{ ...file, file: 'fedsa:nothing' }])).rejects.toThrow(
    'fedsa:nothing: there is no such scenario',
  );
  await expect(
    folders.problem(KEY, () => Promise.resolve(bytes(`{"kind":"problem-file","path":"/etc/passwd"}`))),
  ).rejects.toThrow('a task from the network names a problem file');
});
