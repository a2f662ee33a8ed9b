/** What a report's page computes again: the program that it holds is run here without a browser, and its verdicts are tried. */
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readTask,
  recompute,
  verdictOf,
  type VerifyTask,
  writeTask,
} from '../../../src/runs/verify/recompute.ts';
import { emptyFolder, fedsa } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';
import { EVERY_PART, expectSame, partOf, reported } from './pages.ts';

const folder = emptyFolder();

beforeAll(async () => {
  writeTwoAgents(folder);
  await reported(folder, `problem.json ${EVERY_PART}`, 'plain');
});

const nothing = (): void => undefined;

test('rows that are computed again without kernels and threads are those that were recorded', () =>
  expectSame(folder, 'plain'));

test('the program in the page gives its verdict without anything of Node', async () => {
  const messages: { text: string; holds?: boolean }[] = [];
  const ended = new Promise<void>((resolve) => {
    const worker = {
      ...{ atob, btoa, queueMicrotask, performance, console },
      postMessage: (single: { text: string; holds?: boolean }) => {
        messages.push(single);
        if (single.holds !== undefined) resolve();
      },
      onmessage: undefined as unknown as (message: { data: string }) => void,
    };
    runInNewContext(partOf(folder, 'plain', 'program'), worker);
    worker.onmessage({ data: partOf(folder, 'plain', 'task') });
  });
  await ended;
  expect(messages.at(-1)).toEqual({
    holds: true,
    text: 'Verified: this browser computes the same 54 rows, byte for byte.',
  });
});

describe('a row that is another', () => {
  /** The task with one row changed. */
  const withRow = (change: (row: string) => string | undefined): VerifyTask => {
    const task = readTask(partOf(folder, 'plain', 'task'));
    const [first, second, ...others] = task.replications;
    const rows = second!.rows.flatMap((row, at) => (at === 5 ? (change(row) ?? []) : row));
    return { ...task, replications: [first!, { ...second!, rows }, ...others] };
  };
  const cell = (make: (error: number) => number) =>
    withRow((row) =>
      row
        .split(',')
        .map((text, at) => (at === 5 ? String(make(Number(text))) : text))
        .join(),
    );

  test('in a last bit is agreement up to rounding', async () => {
    const { holds, text } = verdictOf(
      await recompute(
        cell((error) => error * (1 + 2 ** -51)),
        nothing,
      ),
    );
    expect(holds).toBe(true);
    expect(text).toMatch(
      /^Verified up to rounding: 53 of 54 rows .* \d\.\de-16 of the number \(local-sa, seed 2, round 5, error\)/,
    );
  });

  test('in a digit is a difference', async () => {
    const { holds, text } = verdictOf(
      await recompute(
        cell((error) => error * 1.001),
        nothing,
      ),
    );
    expect([holds, text]).toEqual([
      false,
      'Different: 53 of 54 rows are the same, and the largest difference is 1.0e-3 of the number (local-sa, seed 2, round 5, error).',
    ]);
  });

  test('or is missing, is a difference beyond measure', async () => {
    const { holds, text } = verdictOf(
      await recompute(
        withRow(() => undefined),
        nothing,
      ),
    );
    expect(holds).toBe(false);
    expect(text).toContain('beyond measure (local-sa, seed 2, 9 rows instead of 8)');
  });
});

test('arrays of a task keep every bit', () => {
  const matrix = Float64Array.of(-0, NaN, Infinity, 5e-324, 1 / 3);
  const task = { specification: { matrix, small: Uint8Array.of(255, 0) } } as unknown as VerifyTask;
  expect(readTask(writeTask(task))).toEqual(task);
});

test('what a page cannot compute is refused in a line', async () => {
  await fedsa(
    folder,
    ...'run problem.json --step-size 0.1 --rounds 2 --clock wall --policy first:1 --out wall --no-report'.split(
      ' ',
    ),
  );
  const { status, stderr } = await fedsa(folder, 'report', 'wall', '--verify');
  expect([status, stderr]).toEqual([
    2,
    'fedsa: --verify: wall: the run was on the wall clock, which a page cannot repeat; fedsa replay computes it again\n',
  ]);
});
