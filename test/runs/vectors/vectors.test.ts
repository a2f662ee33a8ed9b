/** `fedsa vectors`: a program that shares no code with the project has the same trajectories, and its mistakes are named. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { vectorsCommand } from '../../../src/commandLine/vectorsCommand.ts';
import { compareTrajectory } from '../../../src/runs/vectors/comparison.ts';
import { readTrajectories } from '../../../src/runs/vectors/givenTrajectories.ts';
import { hexadecimal, readHexadecimal } from '../../../src/runs/vectors/hexadecimal.ts';
import { MISTAKES } from '../../../src/runs/vectors/mistakes.ts';
import { trajectoryOf } from '../../../src/runs/vectors/trajectory.ts';
import { VECTOR_CASES } from '../../../src/runs/vectors/vectorCases.ts';
import { vectorText } from '../../../src/runs/vectors/vectorFile.ts';
import { emptyFolder } from '../../commandLine/builtProgram.ts';
import { program, type VectorFile } from './plainProgram.ts';

const folder = emptyFolder();
const mine = join(folder, 'mine.json');
let file: VectorFile;

beforeAll(() => {
  file = JSON.parse(vectorText()) as VectorFile;
});

const NAMES = VECTOR_CASES.map(({ name }) => name);

/** The verdict on the plain program's trajectory. */
function verdictOn(name: string, mistake?: string) {
  const cases = { [name]: program(file, name, mistake).map((theta) => theta.map(hexadecimal)) };
  writeFileSync(mine, JSON.stringify({ format: 'fedsa-vectors/1', cases }));
  return compareTrajectory(readTrajectories(mine)[0]!);
}

test('doubles are written as %a of C and Python’s float.hex mean them, and read back with every bit', () => {
  expect([3, 0.1, -1, 0, -0, 5e-324, Number.MAX_VALUE, -Infinity, NaN].map(hexadecimal)).toEqual(
    '0x1.8p+1 0x1.999999999999ap-4 -0x1p+0 0x0p+0 -0x0p+0 0x0.0000000000001p-1022 0x1.fffffffffffffp+1023 -inf nan'.split(
      ' ',
    ),
  );
  const values = [3, 0.1, -0, 5e-324, 2.2e-308, 1.5e-310, Number.MAX_VALUE, -Infinity, NaN, 1 / 3, -1e22];
  expect(values.map((x) => readHexadecimal(hexadecimal(x)))).toEqual(values);
  // other libraries: zeros, another first digit, capitals
  expect(['0x1.8000000000000p+1', '0xc.p-2', '0XC.0P-2', '0x6p-1', '3', '0x'].map(readHexadecimal)).toEqual([
    ...[3, undefined, 3, 3, undefined, undefined],
  ]);
});

test('the decimal and the hexadecimal numbers of the file are the same doubles', () => {
  let pairs = 0;
  JSON.stringify(file, (_, value: unknown) => {
    const { decimal, hexadecimal: texts } = (value ?? {}) as { decimal?: number[]; hexadecimal?: string[] };
    // JSON has no negative zero.
    if (decimal) expect(texts!.map((text) => readHexadecimal(text)! + 0)).toEqual(decimal);
    pairs += decimal?.length ?? 0;
    return value;
  });
  expect(pairs).toBeGreaterThan(1000);
});

test.each(NAMES)('the plain program has the trajectory %s', (name) => {
  expect(verdictOn(name).verdict).toMatch(/^same/);
});

/** Where a formula has the H of the loop. */
const WITH_H_IN_FORMULAS = NAMES.filter((name) => /^(scafflsa$|minibatch|local-sgd-m|scaffold)/.test(name));

/** Where the plain program can make each mistake so that the trajectory shows it. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'full-control': ['scaffold', 'scaffold-bernoulli', 'scaffold-participation'],
  'controls-over-participants': ['scaffold-participation'],
  'moves-over-all': ['scaffold-participation', 'local-sa-buffered'],
  'operator-sign': NAMES,
  'step-sign': ['fedhsa', 'fedhsa-bernoulli'],
  'correction-sign': NAMES.filter((name) => /^(scafflsa|fedhsa|local-sgd-m|scaffold)/.test(name)),
  'server-sign': NAMES.filter((name) => /^(fedhsa|minibatch|local-sgd-m|scaffold)/.test(name)),
  'last-step-missing': NAMES,
  'first-step-missing': NAMES,
  'step-missing': NAMES,
  'step-added': NAMES,
  'next-observation-used': NAMES,
  'fewer-local-steps': NAMES,
  'more-local-steps': NAMES,
  'fewer-in-formulas': WITH_H_IN_FORMULAS,
  'more-in-formulas': WITH_H_IN_FORMULAS,
  'drawn-gain': ['scafflsa-bernoulli'],
  'evaluation-used-up': ['fedhsa', 'fedhsa-bernoulli'],
  'staleness-larger': ['local-sa-buffered', 'local-sa-asynchronous'],
  'staleness-smaller': ['local-sa-buffered', 'local-sa-asynchronous'],
  'moves-from-newest': ['local-sa-buffered'],
};

test('every known mistake is planted somewhere', () => {
  expect(Object.keys(SHOWN).sort()).toEqual(MISTAKES.map(({ name }) => name).sort());
});

/** The mistakes that give the same trajectory, in a case: they are named together. */
function inseparableGroups(name: string): readonly (readonly string[])[] {
  // A program that uses one H throughout is one whose loop alone is wrong where no formula has H.
  if (!WITH_H_IN_FORMULAS.includes(name))
    return [
      ['step-missing', 'fewer-local-steps'],
      ['step-added', 'more-local-steps'],
    ];
  // The server steps along the average of G.
  return name.startsWith('minibatch') ? [['operator-sign', 'server-sign']] : [];
}

describe.each(Object.entries(SHOWN))('%s is named', (mistake, cases) => {
  test.each(cases)('in %s', (name) => {
    const verdict = verdictOn(name, mistake);
    expect(verdict).toMatchObject({ verdict: 'different' });
    const named = 'mistakes' in verdict ? verdict.mistakes.map((mistake) => mistake.name) : [];
    expect(named).toEqual(inseparableGroups(name).find((group) => group.includes(mistake)) ?? [mistake]);
  });
});

test('any two mistakes are told apart by some case', () => {
  const planted = Object.entries(SHOWN);
  for (const [k, [mistake, cases]] of planted.entries()) {
    for (const [second, itsCases] of planted.slice(k + 1)) {
      const telling = [...cases, ...itsCases].filter(
        (name) => !inseparableGroups(name).some((group) => group.includes(mistake) && group.includes(second)),
      );
      expect(telling, `${mistake}, ${second}`).not.toEqual([]);
    }
  }
});

test('a trajectory that no known mistake gives is said to be so, with the first place that differs', () => {
  const theta = program(file, 'fedhsa');
  theta[1]![1]! += 1e-6;
  writeFileSync(mine, JSON.stringify({ format: 'fedsa-vectors/1', cases: { fedhsa: theta } }));
  const [, right] = trajectoryOf(VECTOR_CASES.find(({ name }) => name === 'fedhsa')!).theta;
  expect(compareTrajectory(readTrajectories(mine)[0]!)).toEqual({
    ...{ case: 'fedhsa', verdict: 'different', round: 2, coordinate: 1, mistakes: [] },
    ...{ found: theta[1]![1], right: right![1] },
  });
});

test('the messages say at which observations answers are computed', () => {
  const { messages } = file.cases.find(({ name }) => name === 'fedhsa')!;
  const ofAgent = messages.filter(({ from }) => from === 2).slice(0, 3);
  expect(ofAgent.map(({ kind, observations }) => [kind, observations])).toEqual([
    ['operatorValue', [{ first: 0, used: 0 }]],
    ['localDifference', [{ first: 0, used: 3 }]],
    ['operatorValue', [{ first: 3, used: 0 }]],
  ]);
});

test('cases in which all take part have an exact curve, and others say why not', () => {
  const missing = file.cases.filter(({ exactCurve }) => exactCurve.meanSquare === undefined);
  expect(missing.map(({ name }) => name)).toEqual([
    'richardson-romberg-bernoulli',
    ...NAMES.filter((name) => /participation|buffered|asynchronous/.test(name)),
  ]);
  for (const { exactCurve } of missing)
    expect(exactCurve.reason).toMatch(/gaps of the Bernoulli|all agents take part/);
  for (const { exactCurve } of file.cases)
    expect(exactCurve.meanSquare?.decimal ?? [1, 2, 3, 4]).toHaveLength(4);
});

test.each([
  ['{}', 'format must be "fedsa-vectors/1"'],
  [
    '{"format":"fedsa-vectors/1","cases":{}}',
    'cases must be an object with θ̄ after each round, by the name of a case',
  ],
  [
    '{"format":"fedsa-vectors/1","cases":{"sgd":[]}}',
    /^cases\.sgd: there is no such case; expected some of local-sa, /,
  ],
  [
    '{"format":"fedsa-vectors/1","cases":{"fedhsa":[[1,2]]}}',
    'cases.fedhsa: must be a list of 3 models, θ̄ after each round',
  ],
  [
    '{"format":"fedsa-vectors/1","cases":{"fedhsa":[[1,2],[3],[4,5]]}}',
    'cases.fedhsa[1]: must be a list of 2 numbers',
  ],
  [
    '{"format":"fedsa-vectors/1","cases":{"fedhsa":[[1,2],[3,"x"],[4,5]]}}',
    `cases.fedhsa[1][1]: must be a number, or a text as C's %a writes it, such as "0x1.8p+1" (found "x")`,
  ],
])('trajectories %s are refused', (text, fault) => {
  writeFileSync(mine, text);
  const wanted =
    typeof fault === 'string' ? `${mine}: ${fault}` : expect.stringMatching(fault.source.slice(1));
  expect(() => vectorsCommand({ compare: mine })).toThrow(
    expect.objectContaining({ name: 'InputError', message: wanted }) as Error,
  );
});

test('the command prints a line a case, or one object, and its status says whether trajectories differ', () => {
  const printed: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    const cases = { fedhsa: program(file, 'fedhsa'), scaffold: program(file, 'scaffold', 'full-control') };
    writeFileSync(mine, JSON.stringify({ format: 'fedsa-vectors/1', cases }));
    expect(vectorsCommand({ compare: mine })).toBe(1);
    expect(vectorsCommand({ compare: mine, json: true })).toBe(1);
    writeFileSync(mine, JSON.stringify({ format: 'fedsa-vectors/1', cases: { fedhsa: cases.fedhsa } }));
    expect(vectorsCommand({ compare: mine, json: true, out: join(folder, 'vectors.json') })).toBe(0);
  } finally {
    write.mockRestore();
  }
  expect(printed[0]).toMatch(/^fedhsa: the same (bits|up to rounding, [\d.]+ × 10\S+)\n$/);
  expect(printed[1]).toMatch(
    /^scaffold: different from round 3 on: coordinate 0 of θ̄ is \S+, not \S+; this trajectory comes of\n {2}full-control: agents send the full c_i instead of Δc_i\n$/,
  );
  const result = JSON.parse(printed[2]!) as { readonly cases: readonly object[] };
  expect(result.cases[1]).toMatchObject({ case: 'scaffold', round: 3, mistakes: [{ name: 'full-control' }] });
  expect(printed).toHaveLength(4);
  expect(readFileSync(join(folder, 'vectors.json'), 'utf8')).toBe(vectorText());
});

test('without a file to write or to compare, and where none can be written, it says what would be right', () => {
  expect(() => vectorsCommand({})).toThrow(
    'vectors: give --out and a file to write, or --compare and a file of trajectories',
  );
  const missing = join(folder, 'no-folder/vectors.json');
  expect(() => vectorsCommand({ out: missing })).toThrow(
    `${missing}: this file cannot be written (ENOENT: no such file or directory)`,
  );
});

test('the page lists the known mistakes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/vectors.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name, text]) => ({ name, text }));
  expect(listed.map((entry) => ({ ...entry, text: entry.text!.replaceAll('\\|', '|') }))).toEqual(
    MISTAKES.map(({ name, text }) => ({ name, text })),
  );
});
