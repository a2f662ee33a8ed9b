/**
 * Chains of an agent, of its moves and of the states that it keeps coming back to have one hidden class: what V8 has compiled
 * for one class it discards for another, hundreds of times in the loops of theory.
 */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { byMoves, recurrentChain } from '../../../src/maths/jumpLinear/derivedChains.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';

const GARNETS: ProblemSpecification = {
  ...{ kind: 'garnet', agents: 3, states: 30, actions: 1, branching: 2, dimension: 2 },
  ...{ discount: 0.9, heterogeneity: 'high', seed: 2 },
};

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = runInThisContext('(first, other) => %HaveSameMap(first, other)') as (
  first: object,
  other: object,
) => boolean;
// Compiled at its first call.
haveSameClass({}, {});
setFlagsFromString('--no-allow-natives-syntax');

test('all chains have one hidden class', () => {
  const problem = buildProblem(GARNETS);
  const trigger = { kind: 'deterministic', localSteps: 5 } as const;
  const known = knownProblem(problem, solveProblem(problem), {
    trigger,
    sampling: 'markov',
    initial: [0, 0],
  });
  if ('reason' in known) throw new Error(known.reason);
  const whole = known.agents.map(({ law }) => localChain(law as FiniteObservations, known.root));
  const recurrent = whole.map((chain) => recurrentChain(chain) ?? chain);
  expect(recurrent.some(({ states }, k) => states < whole[k]!.states)).toBe(true);
  const chains = [...whole, ...recurrent, ...whole.map(byMoves)];
  expect(chains.map((chain) => haveSameClass(chain, whole[0]!))).toEqual(chains.map(() => true));
  const { states, ...others } = whole[0]!;
  expect(haveSameClass({ ...others, states }, whole[0]!)).toBe(false);
});
