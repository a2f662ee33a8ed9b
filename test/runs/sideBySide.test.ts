/** Several runs: one simulates at a time, and those before it are finished beside it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunResult } from '../../src/runs/executeRun.ts';
import type { PreparedRun } from '../../src/runs/preparedRun.ts';
import { inOrder, Turns } from '../../src/runs/sideBySide.ts';
import { emptyFolder, library } from '../commandLine/builtProgram.ts';
import { specimen } from '../oracles/specimens.ts';

const MANY = { cores: 2, bytes: 1e12, mappings: Infinity };

/** Steps of runs a, b, … in the order in which they come; a run simulates and is finished when it is told to. */
class Runs {
  readonly steps: string[] = [];
  readonly #told = new Map<string, () => void>();
  readonly #stop = new AbortController();
  readonly turns: Turns;

  constructor(limits = MANY) {
    const step = (name: string) => {
      this.steps.push(name);
      return new Promise<void>((resolve) => this.#told.set(name, resolve));
    };
    this.turns = new Turns(async ({ request: { out } }) => {
      await step(`${out!} simulates`);
      return async () => {
        await step(`${out!} finishes`);
        return { directory: out } as RunResult;
      };
    }, limits);
  }

  run(out: string, clock = 'virtual'): Promise<RunResult | undefined> {
    const run = { request: { out }, configuration: { clock } } as PreparedRun;
    return this.turns.execute(() => run, { signal: this.#stop.signal, observe: () => undefined });
  }

  /** Has a step end; what it lets begin has begun then. */
  async end(name: string): Promise<void> {
    this.#told.get(name)!();
    await new Promise(setImmediate);
  }

  interrupt(): void {
    this.#stop.abort();
  }
}

test('a run simulates when the one before it has, and no more are unfinished than there are cores', async () => {
  const runs = new Runs();
  const all = ['a', 'b', 'c'].map((name) => runs.run(name));
  await new Promise(setImmediate);
  expect(runs.steps).toEqual(['a simulates']);
  await runs.end('a simulates');
  expect(runs.steps.slice(1)).toEqual(['a finishes', 'b simulates']);
  await runs.end('b simulates');
  expect(runs.steps.slice(3)).toEqual(['b finishes']);
  // The second may be finished before the first.
  await runs.end('b finishes');
  expect(runs.steps.slice(4)).toEqual(['c simulates']);
  await runs.end('c simulates');
  await runs.end('c finishes');
  await runs.end('a finishes');
  expect((await Promise.all(all)).map((result) => result?.directory)).toEqual(['a', 'b', 'c']);
});

test('where memory is for one, or time is real, a run begins when all others are finished', async () => {
  for (const [limits, clock] of [
    [{ ...MANY, bytes: 2e9 }, 'virtual'],
    [MANY, 'wall'],
  ] as const) {
    const runs = new Runs(limits);
    void runs.run('a', clock);
    void runs.run('b', clock);
    await new Promise(setImmediate);
    await runs.end('a simulates');
    expect(runs.steps).toEqual(['a simulates', 'a finishes']);
    await runs.end('a finishes');
    expect(runs.steps.slice(2)).toEqual(['b simulates']);
  }
});

test('an interrupt leaves untouched what has not begun', async () => {
  const runs = new Runs();
  const all = ['a', 'b'].map((name) => runs.run(name));
  await new Promise(setImmediate);
  runs.interrupt();
  await runs.end('a simulates');
  await runs.end('a finishes');
  expect((await Promise.all(all)).map((result) => result?.directory)).toEqual(['a', undefined]);
});

test('results come in order; leaving them ends the others', async () => {
  const leave = new AbortController();
  const seen: number[] = [];
  const never = new Promise<number>((resolve) => {
    leave.signal.addEventListener('abort', () => {
      resolve(2);
    });
  });
  const later = new Promise<number>((resolve) => setImmediate(resolve, 0));
  for await (const result of inOrder([later, Promise.resolve(1), never], leave)) {
    seen.push(result);
    if (result === 1) break;
  }
  expect(seen).toEqual([0, 1]);
  expect(leave.signal.aborted).toBe(true);
});

test('a panel simulates while the report of the one before it is not there yet', async () => {
  const out = join(emptyFolder(), 'out');
  const reported: boolean[] = [];
  const panel = (stepSize: number) => ({ title: `${stepSize}`, at: stepSize, stepSize });
  await library.runPanels(
    library.scenario({
      name: 'p',
      title: 'Title',
      question: 'q',
      problem: specimen('gauss-markov-quadratic', { agents: 2, dimension: 2 }),
      algorithms: ['local-sa'],
      rounds: 3,
      seeds: 1,
      placement: 'inline',
      across: 'step size',
      panels: { a: panel(0.1), b: panel(0.2) },
    }),
    {},
    {
      out,
      observe: (name, { kind }) => {
        if (name === 'b' && kind === 'placed') reported.push(existsSync(join(out, 'a', 'report.html')));
      },
    },
  );
  expect(reported).toEqual([false]);
  expect(existsSync(join(out, 'a', 'report.html'))).toBe(true);
});
