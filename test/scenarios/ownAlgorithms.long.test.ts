/**
 * The examples of algorithms of one's own: each against steps or an algorithm that it must agree with, and, as a
 * user's file, with the same bytes wherever agents live, under the policies that it allows, and in a replay.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { clippedLocalSa } from '../../scenarios/algorithms/clippedLocalSa.ts';
import { fedAdam } from '../../scenarios/algorithms/fedAdam.ts';
import { fedAvgM } from '../../scenarios/algorithms/fedAvgM.ts';
import { fedDyn } from '../../scenarios/algorithms/fedDyn.ts';
import { fedLin } from '../../scenarios/algorithms/fedLin.ts';
import { fedProx } from '../../scenarios/algorithms/fedProx.ts';
import { scaffnew } from '../../scenarios/algorithms/scaffnew.ts';
import type { Algorithm } from '../../src/algorithms/algorithm.ts';
import { fedHsa } from '../../src/algorithms/fedHsa.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Sampling } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { runRounds, scriptedOperator } from '../../src/testing/index.ts';
import { emptyFolder, fedsa, text } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { specimen } from '../oracles/specimens.ts';

const problem = buildProblem(specimen('garnet', { states: 6, branching: 3, discount: 0.8, seed: 4 }));

/** Models of thirty rounds of four local steps. */
const models = (algorithm: Algorithm, parameters: object, sampling: Sampling = 'markov', rounds = 30) =>
  runRounds({
    algorithm,
    parameters: { stepSize: 0.2, ...parameters },
    agents: 3,
    operator: (agent, copy) => problem.agent(agent).operator(sampling, 5, copy),
    initial: [1, 2, 3],
    localSteps: 4,
    rounds,
  });

/** Models of an algorithm on `G(θ) = b_i − a θ` in one dimension, from θ̄ = 4. */
const scripted = (
  algorithm: Algorithm,
  parameters: object,
  { a = 1, b = [1], localSteps = 1, rounds = 1 } = {},
): number[] =>
  runRounds({
    algorithm,
    parameters: { ...parameters },
    agents: b.length,
    operator: (agent) => scriptedOperator([{ a, b: [b[agent]!] }]),
    initial: [4],
    localSteps,
    rounds,
  }).map(([theta]) => theta!);

const distance = (x: readonly number[], y: ArrayLike<number>): number =>
  Math.hypot(...x.map((entry, j) => entry - y[j]!));

/** Sums in another order over 30 rounds of steps of size 1. */
const ROUNDING = 1e-11;

describe('an algorithm that it must agree with, on Markov streams', () => {
  test.each([
    ['FedProx without its pull', fedProx, { mu: 0 }, localSa, {}],
    ['clipping above every value', clippedLocalSa, { clip: 1e9 }, localSa, {}],
    ['FedAvgM without momentum', fedAvgM, { beta: 0 }, localSa, {}],
    ['Scaffnew', scaffnew, {}, scafflsa, {}],
  ] as const)('%s', (_, first, parameters, other, others) => {
    const [found, expected] = [models(first, parameters), models(other, others)];
    for (const [t, model] of found.entries()) expect(distance(model, expected[t]!)).toBeLessThan(ROUNDING);
  });

  test('and with its own effect it differs', () => {
    const [last] = models(localSa, {}).slice(-1);
    for (const [single, parameters] of [
      [fedProx, { mu: 0.5 }],
      [clippedLocalSa, { clip: 0.1 }],
      [fedAvgM, { beta: 0.5 }],
    ] as const) {
      expect(distance(models(single, parameters).at(-1)!, last!)).toBeGreaterThan(0.01);
    }
  });
});

describe('without noise', () => {
  test('FedLin is FedHSA with a server step of 1, and not on Markov streams', () => {
    const found = models(fedLin, {}, 'exact');
    for (const [t, model] of models(fedHsa, {}, 'exact').entries()) {
      expect(distance(found[t]!, model)).toBeLessThan(ROUNDING);
    }
    expect(distance(models(fedLin, {}).at(-1)!, models(fedHsa, {}).at(-1)!)).toBeGreaterThan(1e-3);
  });

  test.each([
    [fedLin, {}],
    [scaffnew, {}],
    [fedDyn, { alpha: 1 }],
  ] as const)('$0.name converges to θ*, where Local SA does not', (entry, parameters) => {
    const root = solveProblem(problem).root!;
    expect(distance(models(entry, parameters, 'exact', 1500).at(-1)!, root)).toBeLessThan(1e-9);
    expect(distance(models(localSa, {}, 'exact', 1500).at(-1)!, root)).toBeGreaterThan(1e-3);
  });
});

describe('steps worked out by hand', () => {
  test('FedProx goes geometrically towards (b + μ θ̄)/(a + μ)', () => {
    const [eta, mu, a, b, H] = [0.1, 3, 2, 1, 5];
    const centre = (b + mu * 4) / (a + mu);
    const expected = centre + (4 - centre) * (1 - eta * (a + mu)) ** H;
    const [, found] = scripted(fedProx, { stepSize: eta, mu }, { a, b: [b], localSteps: H });
    expect(found).toBeCloseTo(expected, 12);
  });

  test('a clipped step is η c long, whatever the operator’s value', () => {
    const [, found] = scripted(clippedLocalSa, { stepSize: 0.1, clip: 0.5 }, { localSteps: 7 });
    expect(found).toBeCloseTo(4 - 7 * 0.1 * 0.5, 12);
  });

  test('FedAvgM with one local step is the heavy ball', () => {
    const [eta, beta] = [0.1, 0.6];
    const found = scripted(fedAvgM, { stepSize: eta, beta }, { a: 2, b: [1, 3], rounds: 20 });
    const expected = [4, 4 + eta * (2 - 2 * 4)];
    for (let t = 1; t < 20; t++) {
      const [before, now] = expected.slice(-2) as [number, number];
      expected.push(now + beta * (now - before) + eta * (2 - 2 * now));
    }
    expect(distance(found, expected)).toBeLessThan(1e-12);
  });

  test('FedAdam’s first step is α (1 − β₁) Δ/(√(β₂ τ² + (1 − β₂) Δ²) + τ)', () => {
    const [eta, alpha, beta1, beta2, tau] = [0.1, 0.5, 0.8, 0.9, 0.2];
    const parameters = { stepSize: eta, serverStepSize: alpha, beta1, beta2, tau };
    const delta = eta * (2 - 4);
    const scale = Math.sqrt(beta2 * tau ** 2 + (1 - beta2) * delta ** 2) + tau;
    const [, found] = scripted(fedAdam, parameters, { b: [1, 3] });
    expect(found).toBeCloseTo(4 + (alpha * (1 - beta1) * delta) / scale, 12);
  });
});

describe('as a user’s files', () => {
  const folder = emptyFolder();
  const FREE = ['fedProx', 'clippedLocalSa', 'fedAdam'];
  const ROUNDS = ['fedAvgM', 'fedDyn', 'scaffnew', 'fedLin', 'pushSum'];
  const files = (names: readonly string[]): string => names.map((name) => `./${name}.ts`).join(',');
  const run = (out: string, algorithms: string, ...args: readonly string[]) =>
    fedsa(
      folder,
      ...['run', 'problem.json', '--algorithm', algorithms, '--step-size', '0.1', '--local-steps', '4'],
      ...['--rounds', '12', '--seeds', '2', '--out', out, '--quiet', '--no-report', '--verify', ...args],
    );

  beforeAll(() => {
    writeTwoAgents(folder);
    for (const name of [...FREE, ...ROUNDS]) {
      const source = readFileSync(new URL(`../../scenarios/algorithms/${name}.ts`, import.meta.url), 'utf8');
      writeFileSync(join(folder, `${name}.ts`), source.replace('../../src/index.ts', 'fedsa'));
    }
  });

  test.each([
    { title: 'all', policy: [], algorithms: [...FREE, ...ROUNDS] },
    { title: 'deadline', policy: ['--policy', 'deadline:5'], algorithms: [...FREE, ...ROUNDS] },
    { title: 'asynchronous', policy: ['--policy', 'asynchronous:0.5'], algorithms: FREE },
    { title: 'buffered', policy: ['--policy', 'buffered:2'], algorithms: FREE },
  ])(
    '$title: the same bytes wherever agents live, and in a replay',
    async ({ title, policy, algorithms }) => {
      for (const [name, ...args] of [
        ['inline', '--placement', 'inline'],
        ['side-by-side', '--placement', 'inline', '--threads', '2'],
        ['packed', '--placement', 'packed', '--threads', '2'],
        ['own-thread', '--placement', 'own-thread'],
      ] as const) {
        const out = `${title}-${name}`;
        expect(await run(out, files(algorithms), ...policy, ...args)).toMatchObject({
          status: 0,
          stderr: '',
        });
        for (const file of ['rounds.csv', 'iterates.csv']) {
          expect(text(folder, out, file), `${out}/${file}`).toBe(text(folder, `${title}-inline`, file));
        }
      }
      expect(await fedsa(folder, 'replay', `${title}-own-thread`)).toMatchObject({ status: 0, stderr: '' });
    },
  );

  test.each([
    { policy: 'synchronous', args: [] },
    { policy: 'first', args: ['--policy', 'first:1'] },
  ])('$policy: a server that throws fails the run in one line', async ({ policy, args }) => {
    const server = 'averaging(initial, started)';
    const source = text(folder, 'fedProx.ts').replace(server, `({ ...${server}, open: undefined as never })`);
    expect(source).toContain('open: undefined');
    writeFileSync(join(folder, 'closed.ts'), source);
    const { status, stderr } = await run(`closed-${policy}`, './closed.ts', '--placement', 'inline', ...args);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'fedsa: the server’s part failed in open, in round 1 (fedprox, seed 1): part.open is not a function\n',
    });
  });

  test('what has no part for policies without rounds is refused before the run', async () => {
    const { status, stderr } = await run('refused', './fedLin.ts', '--policy', 'buffered:2');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /^fedsa: --policy: fedlin does not go with buffered: its g needs the operators of several agents at one and the same θ̄; take --algorithm \S+\n$/,
      ) as string,
    });
  });
});

test.each(['own-algorithms', 'own-corrections'])('%s runs as it ships, and is replayed', async (name) => {
  const folder = emptyFolder();
  const args = ['--rounds', '5', '--seeds', '1', '--placement', 'inline', '--no-report', '--quiet'];
  expect(await fedsa(folder, 'run', name, '--out', 'out', ...args)).toMatchObject({ status: 0, stderr: '' });
  expect(await fedsa(folder, 'replay', 'out')).toMatchObject({ status: 0, stderr: '' });
});
