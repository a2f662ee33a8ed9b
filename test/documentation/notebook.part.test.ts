/** docs/notebook.ipynb is a notebook, its code is Python, and it names columns and fields that runs have. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inLong, inSuite } from '../tooling/parts.ts';
import { emptyFolder, fedsa, rows } from '../commandLine/builtProgram.ts';
import { ROOT } from './documents.ts';

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly metadata: object;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
  readonly execution_count?: null;
}

const notebook = JSON.parse(readFileSync(join(ROOT, 'docs/notebook.ipynb'), 'utf8')) as {
  readonly cells: readonly Cell[];
  readonly nbformat: number;
  readonly nbformat_minor: number;
};
const code = notebook.cells.filter((cell) => cell.cell_type === 'code');
const textOf = ({ source }: Cell): string => source.join('');

inSuite.test('it is a notebook of form 4.5, without outputs', () => {
  const { nbformat, nbformat_minor, cells } = notebook;
  expect([nbformat, nbformat_minor]).toEqual([4, 5]);
  const ids = cells.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { cell_type, id, metadata, source, ...rest } of cells) {
    expect(id).toMatch(/^[\w-]{1,64}$/);
    expect(metadata).toEqual({});
    expect(source.slice(0, -1).every((line) => line.endsWith('\n'))).toBe(true);
    expect(rest, id).toEqual(cell_type === 'code' ? { outputs: [], execution_count: null } : {});
  }
  expect(code.length).toBeGreaterThan(2);
});

inSuite.describe('with Python', () => {
  test.runIf(spawnSync('python3', ['--version']).status === 0)('its code cells compile', () => {
    const program = 'import json, sys\nfor name, text in json.load(sys.stdin): compile(text, name, "exec")';
    const { status, stderr } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(code.map((cell) => [cell.id, textOf(cell)])),
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });
});

inLong.test('the columns and fields that it names are those of its run', async () => {
  const text = code.map(textOf).join('\n');
  const folder = emptyFolder();
  const words = /words = (\[.*\])/.exec(text)![1]!.replaceAll("'", '"').replace('folder', '"run"');
  const shorter = (JSON.parse(words) as string[]).map((word) =>
    word === '100' ? '10' : word === '10' ? '2' : word,
  );
  const few = [...shorter, '--agents', '3', '--no-report', '--json'];
  const { status, stdout } = await fedsa(folder, 'run', ...few);
  expect(status).toBe(0);
  const result = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
    readonly algorithms: readonly {
      readonly algorithm: string;
      readonly floor: { readonly mean: number };
    }[];
  };
  const measured = rows(folder, 'run', 'rounds.csv');
  const [predicted] = rows(folder, 'run', 'predictions.csv');
  const fields = (name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'))].map(([, field]) => field!);
  expect(Object.keys(measured[0]!)).toEqual(
    expect.arrayContaining([...fields('rounds'), 'algorithm', 'error']),
  );
  expect(Object.keys(predicted!)).toEqual(
    expect.arrayContaining([...fields('theory'), ...fields('predicted'), ...fields('curve')]),
  );
  expect(fields('theory')).toEqual(['seed', 'round', 'kind']);
  for (const found of result.algorithms) {
    expect(Object.keys(found)).toEqual(expect.arrayContaining([...fields('found')]));
    // the last 30 % of the rounds, as its last cell has them
    const last = measured.filter(
      ({ algorithm, round }) => algorithm === found.algorithm && Number(round) > 0.7 * 10,
    );
    const mean = last.reduce((sum, { error }) => sum + Number(error), 0) / last.length;
    expect(found.floor.mean / mean).toBeCloseTo(1, 12);
  }
  expect(fields('found')).toContain('floor');
});
