/** Manifests with fields of another kind or size than fedsa writes, and files that others change: a line says so, and nothing else. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { CsvWriter } from '../../src/recording/csvWriter.ts';
import { emptyFolder, fedsa, fedsaWithoutRoom, start } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';
import { inLong, inSuite } from '../tooling/parts.ts';

const folder = emptyFolder();
const OPTIONS = ['--algorithm', 'local-sa', '--step-size', '0.1', '--local-steps', '2', '--rounds', '3'];

beforeAll(async () => {
  writeTwoAgents(folder);
  await fedsa(folder, 'run', 'problem.json', ...OPTIONS, '--no-report', '--quiet', '--out', 'own');
});

interface Written {
  configuration: Record<string, unknown>;
}

function received(name: string, change: (manifest: Written) => void): string {
  cpSync(join(folder, 'own'), join(folder, name), { recursive: true });
  const path = join(folder, name, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Written;
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest));
  return name;
}

describe('a manifest is checked in full when it is read', () => {
  inSuite.test.each([
    ['initial', []],
    ['initial', [1]],
    ['trigger', { kind: 'deterministic', localSteps: 1.5 }],
    ['trigger', { kind: 'deterministic', localSteps: 1e308 }],
    ['stride', -1],
    ['stride', 1.5],
    ['stride', 1e308],
  ])('configuration.%s = %j', async (field, value) => {
    const directory = received(
      `${field}-${JSON.stringify(value).replace(/\W/g, '-')}`,
      ({ configuration }) => {
        configuration[field] = value;
      },
    );
    for (const words of [
      ['theory', directory],
      ['replay', directory],
      ['run', directory, '--no-report', '--out', 'again'],
    ]) {
      const { status, stderr } = await fedsa(folder, ...words);
      expect([words[0], status]).toEqual([words[0], 2]);
      expect(stderr).toContain(`manifest.json: configuration.${field}`);
    }
  });

  // A second: three million numbers are read as JSON.
  inLong.test('three million seeds are refused at once', async () => {
    const directory = received('seeds', ({ configuration }) => {
      configuration.seeds = Array.from({ length: 3_000_000 }, (_, seed) => seed);
    });
    const began = performance.now();
    expect(await fedsa(folder, 'report', directory)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('at most a million seeds') as string,
    });
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

inSuite.test('a million values of a swept name are refused, not listed', async () => {
  const words = ['sweep', 'problem.json', ...OPTIONS, '--list', '--grid', 'rounds=1..1000000'];
  expect(await fedsa(folder, ...words)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('1000000 values; at most 100000 can be swept') as string,
  });
});

inSuite.test.each(['before the next rows', 'after the last ones'])(
  'a file of rows that another program cuts, %s, is a failure, and gets no zeros',
  (when) => {
    const file = join(folder, `${when.replaceAll(' ', '-')}.csv`);
    const writer = new CsvWriter(file, 0);
    writer.row('a,b');
    writer.flush();
    truncateSync(file, 0);
    const message = `${file}: rows could not be written (another program has changed its length from 4 to 0 bytes)`;
    if (when === 'before the next rows') {
      writer.row('1,2');
      expect(() => {
        writer.flush();
      }).toThrow(message);
      writer.close();
    } else
      expect(() => {
        writer.close();
      }).toThrow(message);
    expect(statSync(file).size).toBe(0);
  },
);

inSuite.test.each([
  [
    'removes',
    (file: string) => {
      rmSync(file);
    },
  ],
  [
    'replaces',
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  [
    'renames',
    (file: string) => {
      renameSync(file, `${file}.old`);
    },
  ],
])(
  'a file of rows that another program %s is a failure: no rows are written where nobody finds them',
  (verb, change) => {
    const file = join(folder, `${verb}.csv`);
    const writer = new CsvWriter(file, 0);
    writer.row('a,b');
    writer.flush();
    change(file);
    expect(() => {
      writer.close();
    }).toThrow(`${file}: rows could not be written (another program has removed or replaced it)`);
  },
);

describe('vectors --out and figure --out', () => {
  inSuite.test('a FIFO is left in its place', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo.json'), join(folder, 'fifo.svg')]);
    for (const words of [
      ['vectors', '--out', 'fifo.json'],
      ['figure', 'own', '--out', 'fifo.svg'],
    ]) {
      const { status, stderr } = await fedsa(folder, ...words);
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('this is a FIFO; expected a regular file'),
      ]);
      expect(statSync(join(folder, words.at(-1)!)).isFIFO()).toBe(true);
    }
  });

  inLong.test('a full disk is a failure, and a folder that cannot be made is bad input', async () => {
    expect(await fedsaWithoutRoom(folder, 'vectors', '--out', 'full.json')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/full\.json: the file cannot be written \(EFBIG/) as string,
    });
    expect(await fedsa(folder, 'figure', 'own', '--out', '/proc/none/figure.svg')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('/proc/none: this folder cannot be created') as string,
    });
  });
});

// A process: only one has a reader of its standard error that leaves.
inLong.test('a run whose reader of standard error leaves while its own code logs is completed', async () => {
  writeFileSync(
    join(folder, 'logs.ts'),
    `import { scenario } from 'fedsa';
    export const make = () => ({ stream: { transition: [[1]] },
      operator: (theta, _, out) => { console.error('x'.repeat(1000)); out[0] = 1 - theta[0]; } });
    export default scenario({ name: 'logs', title: 'T', question: 'Q', stepSize: 0.1, localSteps: 1, rounds: 500,
      problem: { kind: 'module', module: import.meta.url, export: 'make', agents: 1, dimension: 1 } });`,
  );
  const { child, ended } = start(folder, 'run', 'logs.ts', '--no-report', '--out', 'logs');
  child.stderr!.once('data', () => {
    child.stderr!.destroy();
  });
  expect((await ended).status).toBe(0);
  expect(readFileSync(join(folder, 'logs/manifest.json'), 'utf8')).toContain('"state": "completed"');
  expect(existsSync(join(folder, 'logs/run.lock'))).toBe(false);
});
