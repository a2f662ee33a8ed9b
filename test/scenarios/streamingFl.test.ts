/** The scenarios of Streaming FL: what their panels set, and what is exact about their claims. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadProblem } from '../../src/inputs/target.ts';
import type { Problem } from '../../src/problems/operator.ts';
import type { ScenarioProblem } from '../../src/problems/specification.ts';
import { InputError } from '../../src/values/failure.ts';
import { resolvePanels, type ResolvedPanel } from '../../src/configuration/panels.ts';
import { runConfiguration } from '../../src/configuration/runConfiguration.ts';
import { meanAt } from '../oracles/operatorCalls.ts';
import { add, averageOf, type Row, scale } from '../oracles/plainMatrices.ts';
import { built, quickPanels, shipped } from './shippedPanels.ts';

const REAL = ['streaming-fl-figure-1', 'streaming-fl-figure-2', 'streaming-fl-table-2'];
const FEATURES = 9;

/** Panels of both sizes. */
const panelsOf = async (name: string): Promise<ResolvedPanel[]> => {
  const definition = await shipped(name);
  return [...resolvePanels(definition, false), ...resolvePanels(definition, true)];
};

/** Fields of a panel's problem. */
const fields = ({ definition }: ResolvedPanel): Readonly<Record<string, unknown>> => ({
  ...definition.problem,
});

describe('on real data', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each(REAL)('%s is refused in one line where the data are not there, in each panel', async (name) => {
    vi.stubEnv('FEDSA_AIR_QUALITY', undefined);
    for (const { definition } of await panelsOf(name)) {
      const refusal = await loadProblem(definition.problem, undefined).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(InputError);
      expect((refusal as InputError).message).toMatch(/^[^\n]*FEDSA_AIR_QUALITY[^\n]*$/);
    }
  });

  it.each(REAL)('%s is a run for nine features, in each panel and size', async (name) => {
    for (const panel of await panelsOf(name)) {
      const { trigger } = runConfiguration(panel.definition, FEATURES);
      expect(trigger).toEqual({ kind: 'deterministic', localSteps: panel.definition.localSteps });
    }
  });

  it('Figure 1 gives γ to Minibatch SGD and Local SGD-M alone: SCAFFOLD has α_g = 1', async () => {
    for (const { definition } of await panelsOf('streaming-fl-figure-1')) {
      const { algorithms } = runConfiguration(definition, FEATURES);
      expect(algorithms).toEqual([
        { name: 'local-sa', label: 'Local SGD', stepSize: 0.01 },
        { name: 'minibatch-sgd', serverStepSize: 0.1 },
        { name: 'local-sgd-m', stepSize: 0.01, serverStepSize: 0.1, momentum: 0.5 },
        { name: 'scaffold', stepSize: 0.01, serverStepSize: 1 },
      ]);
    }
  });

  it('Table 2 has η K = b in its six panels, b = 0.1 and 0.01', async () => {
    const paths = (await panelsOf('streaming-fl-table-2')).map(
      ({ definition: { stepSize, localSteps } }) => (stepSize as number) * localSteps!,
    );
    expect(paths.map((path) => path.toFixed(12)).map(Number)).toEqual([
      0.1, 0.1, 0.1, 0.01, 0.01, 0.01, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01,
    ]);
  });
});

describe('on two-state chains', () => {
  it.each(['a', 'b', 'c'])('Figure 9 (%s) has the mixing time at which a panel stands', async (letter) => {
    for (const panel of await panelsOf(`streaming-fl-figure-9${letter}`)) {
      expect(fields(panel).flipProbability).toBe(1 / panel.at!);
    }
  });

  it.each([2, 8])('Figure %i has as many agents as a panel stands for', async (figure) => {
    for (const panel of await panelsOf(`streaming-fl-figure-${figure}`)) {
      expect(fields(panel).agents).toBe(panel.at);
    }
  });

  it('Figure 8: the five agents of its first panel are the first five of its last', async () => {
    const panels = await quickPanels('streaming-fl-figure-8');
    const problemOf = async (problem: ScenarioProblem): Promise<Problem> =>
      (await loadProblem(problem, undefined)).problem;
    const few = await problemOf(panels['m-5']!.definition.problem);
    const many = await problemOf(panels['m-100']!.definition.problem);
    const w = Array.from({ length: 10 }, (_, j) => Math.sin(j));
    for (let i = 0; i < 5; i++) {
      expect(meanAt(few.agent(i).mean!, w)).toEqual(meanAt(many.agent(i).mean!, w));
    }
  });

  it('Figure 7 without noise: at K = 1000 Local SGD stops at ‖∇F‖ ≈ 0.37, Minibatch SGD falls to 0.1', async () => {
    const panel = (await quickPanels('streaming-fl-figure-7'))['k-1000']!;
    const { problem } = await built(panel);
    const means = Array.from({ length: problem.agents }, (_, i) => problem.agent(i).mean!);
    const zero = new Array<number>(problem.dimension).fill(0);
    const gradient = (w: Row): Row => averageOf(means.map((mean) => meanAt(mean, w)));

    let local: Row = zero;
    const norms: number[] = [];
    for (let round = 0; round < 50; round++) {
      const start = local;
      local = averageOf(
        means.map((mean) => {
          const w = Float64Array.from(start);
          const value = new Float64Array(w.length);
          if (mean.kind === 'linear') throw new Error('the regulariser is not quadratic');
          for (let k = 0; k < 1000; k++) {
            mean.evaluate(w, value);
            for (let j = 0; j < w.length; j++) w[j]! += 0.001 * value[j]!;
          }
          return [...w];
        }),
      );
      norms.push(Math.hypot(...gradient(local)));
    }
    // Its limit is 0.374; from round 25 on it comes near it, once from above and once from below.
    for (const norm of norms.slice(25)) {
      expect(norm).toBeGreaterThan(0.35);
      expect(norm).toBeLessThan(0.43);
    }

    let minibatch: Row = zero;
    for (let round = 0; round < panel.definition.rounds!; round++) {
      minibatch = add(minibatch, scale(0.01, gradient(minibatch)));
    }
    expect(Math.hypot(...gradient(minibatch))).toBeLessThan(0.11);
  });
});
