/** What observations do to fields over a chain, against sums over all paths, written out or step by step. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { elementOf, type Matrix, matrix, multiplyTransposed } from '../../../src/maths/matrix.ts';
import { pack, packedLength } from '../../../src/maths/packed.ts';
import type { AgentAct } from '../../../src/algorithms/roundProgram.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { type LocalChain, operatorOf } from '../../../src/maths/jumpLinear/jumpSystem.ts';
import { localChain, localShape } from '../../../src/theory/chain/localSteps.ts';
import { transfersAlong } from '../../../src/maths/jumpLinear/transfer.ts';

const D = 2;
const COUNTS = [0, 1, 3];

/** A chain of random transitions whose operators depend on its states. */
function chainOf(states: number): LocalChain {
  const generator = generatorFor(7, 'chain');
  const numbers = (count: number): Float64Array =>
    Float64Array.from({ length: count }, () => 0.1 + generator.uniform());
  const weights = numbers(states * states);
  const transition = weights.map((x, e) => {
    const from = states * Math.floor(e / states);
    return x / weights.subarray(from, from + states).reduce((sum, y) => sum + y, 0);
  });
  const agent = { states, transition, A: numbers(states * D * D), b: numbers(states * D) };
  const problem = buildProblem({
    ...{ kind: 'finite-linear', dimension: D },
    agents: [{ ...agent, initial: 'stationary' }],
  });
  const law = problem.agent(0).observations!() as FiniteObservations;
  return localChain(law, Float64Array.of(0.3, -0.2));
}

/** z of an act after an observation, from its definition: z = (v, f, 1). */
function stepped(z: readonly number[], act: AgentAct, G: Matrix): number[] {
  const [v, f] = [z.slice(0, D), z.slice(D, 2 * D)];
  const at = act.kind === 'step' ? v : f;
  const value = v.map((_, i) => [...at, 1].reduce((sum, x, j) => sum + elementOf(G, i, j) * x, 0));
  const moved = v.map((x, i) =>
    act.kind === 'step' ? x + act.stepSize * (value[i]! + f[i]!) : x + value[i]!,
  );
  return [...moved, ...z.slice(D)];
}

/** Calls `visit` with the probability, end and z of every path of so many observations from a state. */
function eachPath(
  chain: LocalChain,
  act: AgentAct,
  [s, z, p]: readonly [state: number, z: readonly number[], p: number],
  count: number,
  visit: (end: number, z: readonly number[], p: number) => void,
): void {
  if (count === 0) {
    visit(s, z, p);
    return;
  }
  for (let e = chain.first[s]!; e < chain.first[s + 1]!; e++) {
    const after = stepped(z, act, operatorOf(chain, chain.operator[e]!));
    eachPath(chain, act, [chain.next[e]!, after, p * chain.probability[e]!], count - 1, visit);
  }
}

describe.each([
  ['written out', 3],
  ['step by step', 12],
] as const)('transfers %s, of %d states', (_, states) => {
  test.each<AgentAct>([{ kind: 'step', stepSize: 0.3 }, { kind: 'gather' }])('$kind', (act) => {
    const chain = chainOf(states);
    const local = localShape(act, D, true);
    const q = local.size;
    const [pq, pd] = [packedLength(q), packedLength(D)];
    const generator = generatorFor(3, 'transfer');
    const starts = Array.from({ length: states }, () =>
      Array.from({ length: q }, (__, j) => (j === q - 1 ? 1 : generator.normal())),
    );
    const masses = starts.map(() => generator.uniform());
    // E[z; s] as one column, E[z zᵀ; s] packed
    const firsts = matrix(states * q, 1);
    const seconds = matrix(states * pq, 1);
    starts.forEach((z, s) => {
      const column = matrix(q, 1, Float64Array.from(z));
      firsts.values.set(
        z.map((x) => masses[s]! * x),
        s * q,
      );
      const square = multiplyTransposed(column, column);
      seconds.values.set(
        pack(square.values, q).map((x) => masses[s]! * x),
        s * pq,
      );
    });
    let k = 0;
    for (const { kernel, first, second } of transfersAlong(chain, local, COUNTS, 'second')) {
      const count = COUNTS[k++]!;
      const [N, T, W] = [matrix(states, states), matrix(states * D, 1), matrix(states * pd, 1)];
      starts.forEach((z, s) =>
        eachPath(chain, act, [s, z, 1], count, (end, after, p) => {
          const v = matrix(D, 1, Float64Array.from(after.slice(0, D)));
          N.values[end * states + s]! += p;
          const square = pack(multiplyTransposed(v, v).values, D);
          v.values.forEach((x, i) => (T.values[end * D + i]! += p * masses[s]! * x));
          square.forEach((x, i) => (W.values[end * pd + i]! += p * masses[s]! * x));
        }),
      );
      for (const [found, wanted] of [
        [kernel, N],
        [first(firsts), T],
        [second(seconds), W],
      ] as const) {
        expect([found.rows, found.columns]).toEqual([wanted.rows, wanted.columns]);
        const size = Math.max(...wanted.values.map(Math.abs));
        found.values.forEach((x, i) => {
          expect(Math.abs(x - wanted.values[i]!)).toBeLessThanOrEqual(1e-13 * size);
        });
      }
    }
    expect(k).toBe(COUNTS.length);
  });
});
