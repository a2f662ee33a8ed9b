/** The library's functions return the objects that the commands print. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const path = (name: string): string => join(folder, name);
/** A command's lines of JSON; those of what it does on the way are left out. */
const printed = async (command: string): Promise<object[]> => {
  const { status, stdout, stderr } = await fedsa(folder, ...command.split(' '), '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
beforeAll(async () => {
  writeTwoAgents(folder);
  const run = '--algorithm local-sa,scaffold --local-steps 3 --rounds 30 --seeds 3 --no-report';
  await printed(`run problem.json ${run} --step-size 0.05 --out first`);
  await printed(`run problem.json ${run} --step-size 0.1 --out second`);
});

test('the document of the library has each function of a command', async () => {
  const described = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');
  const functions = Object.keys(await import('../../src/runs/library.ts'));
  expect(functions.filter((name) => !described.includes(`\`${name}(`))).toEqual([]);
});

test('compare and compareCurves', async () => {
  const [both] = await printed('compare first second --reach 0.5');
  expect(both).toMatchObject(plain(await library.compare(path('first'), path('second'), [0.5])) as object);
  const [curves] = await printed('compare first');
  expect(curves).toMatchObject({ contests: plain(await library.compareCurves(path('first'))) });
});

test('theory of some parts', async () => {
  const settings = { algorithms: ['local-sa'], stepSize: 0.05, localSteps: 3, rounds: 30 };
  const [command] = await printed(
    'theory problem.json --algorithm local-sa --step-size 0.05 --local-steps 3 --rounds 30 --only limits,curves',
  );
  const only = ['limits', 'curves'] as const;
  expect(command).toEqual(plain(await library.theory(path('problem.json'), settings, { only })));
  expect(command).toMatchObject({ only, constants: null, run: { stability: [], statements: [] } });
});

test.each<readonly [string, () => Promise<unknown>, string]>([
  ['no scenario', () => library.run(undefined as never), 'scenario: must be a name, a path, or what'],
  ['cost', () => library.plan(path('problem.json'), { cost: 'byte' as never }), 'plan: cost: must be'],
  ['plan', () => library.plan(path('problem.json'), { foo: 1 } as never), 'plan: the object has an unknown'],
  [
    'an axis without values',
    () => library.sweep(path('problem.json'), { grid: { 'step-size': [] } }),
    'sweep: grid.step-size: must have at least 1',
  ],
  ['no folder', () => library.figure([]), 'directories: the list must have at least 1'],
  [
    'format',
    () => library.figure([path('first')], { formats: ['eps' as never] }),
    'options: formats[0]: must',
  ],
  ['smooth', () => library.figure([path('first')], { smooth: 2 }), 'options: smooth: must be odd (found 2)'],
  [
    'font size',
    () => library.figure([path('first')], { fontSize: 6 }),
    'options: fontSize: must be 7 or greater',
  ],
  ['panel', () => library.run(path('problem.json'), {}, { panel: 'a' }), '`panel`: problem has no panels'],
  [
    'null',
    () => library.run(path('problem.json'), {}, null as never),
    'options: the object must be an object',
  ],
  [
    'an option of another function',
    () => library.run(path('problem.json'), {}, { out: false, stor: 'x' } as never),
    'options: the object has an unknown field, "stor"',
  ],
  [
    'parts',
    () => library.theory(path('problem.json'), {}, { only: ['limit'] as never }),
    'options: only[0]: must be "constants", "curves", "limits" or "steps"; did you mean "limits"?',
  ],
  [
    'no parts',
    () => library.theory(path('problem.json'), {}, { only: [] }),
    'options: only: must have at least 1',
  ],
  [
    'seeds',
    () => library.plan(path('problem.json'), { epsilon: 0.1 }, {}, { verify: 1.5 }),
    'options: verify: must be a whole number',
  ],
  [
    'period',
    () => library.worst(path('problem.json'), {}, { period: '3' as never }),
    'options: period: must be a whole number',
  ],
  [
    'slice',
    () => library.sweep(path('problem.json'), {}, {}, { slice: { index: 2, of: 2 } }),
    'options: slice: must have an index below of',
  ],
  [
    'signal',
    () => library.exportTables(path('first'), 5 as never),
    'arguments: signal: must be an AbortSignal (found 5)',
  ],
  [
    'no directory',
    () => library.replay(undefined as never),
    'arguments: directory: is missing; must be a text',
  ],
  [
    'level',
    () => library.compare(path('first'), path('second'), ['x' as never]),
    'arguments: epsilons[0]: must be numbers above 0',
  ],
  ['levels', () => library.report(path('first'), { reach: 0.1 as never }), 'options: reach: must be a list'],
])('bad input is refused in one line: %s', async (_, call, fault) => {
  await expect(call()).rejects.toThrow(fault);
  await expect(call()).rejects.toBeInstanceOf(library.InputError);
});

test('a start may be an array of doubles, with the same numbers', async () => {
  const rounds = async (initial: readonly number[] | Float64Array): Promise<unknown> => {
    const settings = { algorithms: ['local-sa'], stepSize: 0.1, rounds: 3, initial } as const;
    return (await library.run(path('problem.json'), settings, { out: false })).rounds;
  };
  expect(await rounds(Float64Array.of(-0, 2))).toEqual(await rounds([0, 2]));
});

test('a figure without limits and with scales of its own has fewer numbers, and files in each format', async () => {
  const [made] = await library.figure([path('first')], {
    ...{ limits: false, scales: 'own', formats: ['svg'], out: path('drawn.svg') },
  });
  expect(made!.caption).not.toContain('limit');
  const [usual] = await library.figure([path('first')], { out: path('usual.svg') });
  expect(usual!.caption).toContain('limit');
});

test('worst', async () => {
  const found = await library.worst(
    path('problem.json'),
    { algorithms: ['minibatch-sgd'], policy: 'asynchronous:0.3', serverStepSize: 0.05 },
    { staleness: 2, period: 3 },
  );
  const run = '--algorithm minibatch-sgd --policy asynchronous:0.3 --server-step-size 0.05';
  expect(plain(found)).toEqual(await printed(`worst problem.json ${run} --staleness 2 --period 3`));
});

test('check', async () => {
  const [result] = await printed('check problem.json');
  expect(result).toMatchObject(plain(await library.check(path('problem.json'))) as object);
});

test('replayWith repeats the run with another step size', async () => {
  const { state } = await library.replayWith(
    path('first'),
    { 'step-size': 0.1 },
    { out: path('again'), report: false },
  );
  expect(state).toBe('completed');
  expect(text(folder, 'again', 'rounds.csv')).toBe(text(folder, 'second', 'rounds.csv'));
  expect(rows(folder, 'again', 'rounds.csv')).toHaveLength(2 * 3 * 31);
});

test('theoryOfPanels', async () => {
  const { scenario } = library;
  const definition = scenario({
    ...{
      name: 'panels',
      title: 'Panels',
      question: 'Which?',
      algorithms: ['local-sa'],
      stepSize: 0.05,
      rounds: 5,
    },
    problem: { kind: 'problem-file', path: path('problem.json') },
    panels: { 'h-2': { title: 'H = 2', localSteps: 2 }, 'h-4': { title: 'H = 4', localSteps: 4 } },
  });
  const panels = await library.theoryOfPanels(definition);
  expect(Object.keys(panels)).toEqual(['h-2', 'h-4']);
  const run = '--algorithm local-sa --step-size 0.05 --rounds 5 --local-steps 4';
  const [alone] = await printed(`theory problem.json ${run}`);
  expect(plain(panels['h-4']!.run)).toEqual((alone as { run: unknown }).run);
});

// A claim that is computed without simulating, a second.
test('reproduce', async () => {
  const name = 'fedhsa-mixing-inflation';
  const { results } = await library.reproduce([name], { quick: true, out: path('claims') });
  const [claim] = await printed(`reproduce ${name} --quick --out printed`);
  expect(claim).toMatchObject({ name, verdict: results[0]!.verdict });
});
