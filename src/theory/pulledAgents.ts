/**
 * Steps that are pulled to a model: `G(θ, o) − ρ (θ − θ_0)` is, in the errors e = θ − θ*, an operator with A + ρI that is the same
 * at θ*, with the correction ρ e_0. So agents of this operator stand in, and programs have the correction.
 */
import { type AgentAct, pullOf } from '../algorithms/roundProgram.ts';
import type { Vector } from '../maths/vector.ts';
import type { FiniteObservations, ObservationLaw } from '../problems/observationLaw.ts';
import type { LinearMean } from '../problems/operator.ts';
import type { LinearProblem } from './linearProblem.ts';
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../protocol/configuration.ts';
import { withConstantStep } from './constantStep.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import type { KnownAgent } from './moments/setting.ts';
import { allRunsOf } from './round/runsOf.ts';

/** What is made of a problem is kept with it, by ρ: what is derived from it is kept with that. */
const keptProblems = new WeakMap<LinearProblem, Map<number, LinearProblem>>();
const keptAgents = new WeakMap<KnownProblem['root'], Map<string, Pick<KnownProblem, 'agents' | 'root'>>>();

/** A + ρI `[d, d]`. */
function raised(A: Vector, d: number, rate: number): Float64Array {
  const out = Float64Array.from(A);
  for (let j = 0; j < d; j++) out[j * d + j]! += rate;
  return out;
}

const pulledMean = ({ A, b }: LinearMean, root: Vector, rate: number): LinearMean => ({
  kind: 'linear',
  A: raised(A, root.length, rate),
  b: Float64Array.from(b, (value, j) => value + rate * root[j]!),
});

function pulledLaw(law: ObservationLaw | undefined, root: Vector, rate: number): ObservationLaw | undefined {
  // Noise that does not depend on θ stays as it is.
  if (law?.kind !== 'finite') return law;
  const affine: FiniteObservations['affine'] = (state, next, A, b) => {
    law.affine(state, next, A, b);
    for (let j = 0; j < root.length; j++) {
      A[j * root.length + j]! += rate;
      b[j]! += rate * root[j]!;
    }
  };
  return { ...law, affine };
}

/** An agent whose operator is `G(θ, o) − ρ θ` for all θ, not in errors alone. */
export const damped = ({ mean, law }: KnownAgent, rate: number): KnownAgent => {
  const origin = new Float64Array(mean.b.length);
  return { mean: pulledMean(mean, origin, rate), law: pulledLaw(law, origin, rate) };
};

/** ρ of an algorithm whose rounds are local steps with a pull; 0 of others. */
export function pullOfSteps(algorithm: ConfiguredAlgorithm, agents: number): number {
  if (withConstantStep(algorithm as ScheduledAlgorithm) === undefined) return 0;
  const runs = allRunsOf(algorithm, { kind: 'deterministic', localSteps: 2 }, agents);
  return 'reason' in runs || runs.length > 1 ? 0 : pullOf(runs[0]!.program.act);
}

/** The linear problem as the steps of an act see it. */
export function pulledProblem(problem: LinearProblem, act: AgentAct): LinearProblem {
  const rate = pullOf(act);
  if (rate === 0) return problem;
  const { dimension, agents, A, root } = problem;
  return kept(keptProblems, problem, rate, () => ({
    dimension,
    agents: agents.map((mean) => pulledMean(mean, root, rate)),
    A: raised(A, dimension, rate),
    root,
  }));
}

/** What exact moments know of a problem, as the steps of an act see it. */
export function pulledAgents(known: KnownProblem, act: AgentAct): KnownProblem {
  const rate = pullOf(act);
  if (rate === 0) return known;
  const { root, sampling } = known;
  const seen = kept(keptAgents, root, `${sampling} ${rate}`, () => ({
    agents: known.agents.map(({ mean, law }) => ({
      mean: pulledMean(mean, root, rate),
      law: pulledLaw(law, root, rate),
    })),
    // Another vector for the root, by which what is derived from the agents is kept.
    root: Float64Array.from(root),
  }));
  return { ...known, ...seen };
}

/** The value of a key and a name, made at first. */
function kept<Key extends object, Name, Value>(
  all: WeakMap<Key, Map<Name, Value>>,
  key: Key,
  name: Name,
  make: () => Value,
): Value {
  const values = all.get(key) ?? new Map<Name, Value>();
  all.set(key, values);
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value;
}
