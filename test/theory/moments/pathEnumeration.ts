/**
 * Exact moments by brute force: the program's own actors are run on every sequence of observations
 * that a tiny problem allows, and the results are averaged with the sequences' probabilities.
 */
import { ServerRounds } from '../../../actors/server/serverRounds.ts';
import type { AgentLogic } from '../../../src/algorithms/algorithm.ts';
import type { Message } from '../../../src/algorithms/message.ts';
import { agentLogic, serverLogic, streamsOf } from '../../../src/algorithms/parts.ts';
import { affineInto, type Vector } from '../../../src/maths/vector.ts';
import type { LocalOperator } from '../../../src/problems/operator.ts';
import type {
  AlgorithmConfiguration,
  TriggerConfiguration,
} from '../../../src/configuration/configuration.ts';
import { ObservedOperator } from '../../../src/problems/operators/observedOperator.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { type LocalWork, localWork, perform } from '../../../src/problems/localWork.ts';
import { layoutOf } from '../../../src/algorithms/messageLayout.ts';

/** One sequence of observations (s, s') of one agent, with its probability. */
interface Path {
  readonly probability: number;
  readonly observations: readonly (readonly [number, number])[];
}

class GivenObservations extends ObservedOperator {
  readonly #law: FiniteObservations;
  readonly #path: Path;
  readonly #A: Float64Array;
  readonly #b: Float64Array;
  used = 0;

  constructor(d: number, law: FiniteObservations, path: Path) {
    super(d);
    this.#law = law;
    this.#path = path;
    this.#A = new Float64Array(d * d);
    this.#b = new Float64Array(d);
  }

  override peek(theta: Vector, out: Float64Array): void {
    const [state, next] = this.#path.observations[this.used]!;
    this.#law.affine(state, next, this.#A, this.#b);
    affineInto(out, this.#A, this.#b, theta);
  }

  protected override move(): void {
    this.used++;
  }
}

/** All sequences of `length` observations of one agent. */
function pathsOf(law: FiniteObservations, sampling: 'markov' | 'iid', length: number): Path[] {
  const { states: S, transition, stationary } = law.chain;
  const out: Path[] = [];
  const extend = (path: Path, at: Vector): void => {
    if (path.observations.length === length) {
      out.push(path);
      return;
    }
    for (let s = 0; s < S; s++) {
      if (at[s] === 0) continue;
      const row = transition.subarray(s * S, (s + 1) * S);
      if (sampling === 'iid' && law.observes === 'states') {
        const probability = path.probability * at[s]!;
        extend({ probability, observations: [...path.observations, [s, s]] }, stationary);
        continue;
      }
      for (let next = 0; next < S; next++) {
        if (row[next] === 0) continue;
        const probability = path.probability * at[s]! * row[next]!;
        const certain = Float64Array.from({ length: S }, (_, k) => (k === next ? 1 : 0));
        extend(
          { probability, observations: [...path.observations, [s, next]] },
          sampling === 'iid' ? stationary : certain,
        );
      }
    }
  };
  extend({ probability: 1, observations: [] }, sampling === 'iid' ? stationary : law.start);
  return out;
}

/** One run of the actors, rounds of the given gaps; θ̄ at the end. */
function runActors(
  configuration: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  operators: readonly (() => LocalOperator)[],
  initial: Float64Array,
  gaps: readonly number[],
): Vector {
  const dimension = initial.length;
  const streams = streamsOf(configuration);
  const agents = operators.map((operator, agent) => ({
    part: agentLogic(configuration, { agent, dimension, trigger }),
    operators: streams.map(() => operator()),
    works: streams.map(() => localWork(dimension)),
  }));
  const server = new ServerRounds(
    serverLogic(configuration, { initial, agents: agents.length, trigger }),
    layoutOf(configuration, dimension),
  );
  let theta: Vector = initial;
  gaps.forEach((gap, round) => {
    let message = server.open(round + 1, gap);
    for (;;) {
      const output = server.receive(agents.map((agent) => answerOf(agent, message)));
      if ('localModels' in output) {
        theta = output.theta;
        return;
      }
      message = output;
    }
  });
  return theta;
}

interface EnumeratedAgent {
  readonly part: AgentLogic;
  readonly operators: readonly LocalOperator[];
  readonly works: readonly LocalWork[];
}

/** Without the kits' checks, which would take most of the time: there are very many paths. */
function answerOf({ part, operators, works }: EnumeratedAgent, message: Message): Message {
  const [work, second] = works;
  part.ask(message, work!, second!);
  for (const [k, operator] of operators.entries()) perform(works[k]!, operator);
  return part.answer(message, work!, second!);
}

/**
 * E θ̄ and E ‖θ̄ − root‖² after rounds of the given gaps.
 *
 * @param more - observations that each round takes beside its local steps
 */
export function enumeratedErrors(
  laws: readonly FiniteObservations[],
  sampling: 'markov' | 'iid',
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  initial: Float64Array,
  root: Vector,
  gaps: readonly number[],
  more = 0,
): { readonly mean: Float64Array; readonly square: number; readonly mass: number } {
  const length = gaps.reduce((sum, gap) => sum + gap + more, 0);
  const paths = laws.map((law) => pathsOf(law, sampling, length));
  const mean = new Float64Array(root.length);
  let square = 0;
  let mass = 0;
  const visit = (chosen: readonly Path[]): void => {
    if (chosen.length < laws.length) {
      for (const path of paths[chosen.length]!) visit([...chosen, path]);
      return;
    }
    const weight = chosen.reduce((product, { probability }) => product * probability, 1);
    const made: GivenObservations[] = [];
    // Every copy of an agent's stream sees the same observations: noise that is common to all.
    const operators = chosen.map((path, i) => () => {
      const operator = new GivenObservations(root.length, laws[i]!, path);
      made.push(operator);
      return operator;
    });
    const theta = runActors(algorithm, trigger, operators, Float64Array.from(initial), gaps);
    for (const { used } of made) {
      if (used !== length) throw new Error(`${used} observations were used, not ${length}`);
    }
    mass += weight;
    for (let j = 0; j < mean.length; j++) {
      mean[j]! += weight * theta[j]!;
      square += weight * (theta[j]! - root[j]!) ** 2;
    }
  };
  visit([]);
  return { mean, square, mass };
}
