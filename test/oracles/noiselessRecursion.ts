/**
 * The three algorithms without noise, written from their definitions (SCAFFLSA, Algorithms 1 and 2;
 * FedHSA, Algorithm 1) as loops over agents and coordinates.
 */
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/protocol/configuration.ts';
import { add, apply, averageOf, type Row, type Rows, scale, subtract } from './plainMatrices.ts';

/** `Ḡ_i(θ) = b − A θ`. */
export interface NoiselessAgent {
  readonly A: Rows;
  readonly b: Row;
}

const operatorAt = ({ A, b }: NoiselessAgent, theta: Row): Row => subtract(b, apply(A, theta));

/** Local steps θ ← θ + η (Ḡ_i(θ) + c). */
function localSteps(
  agent: NoiselessAgent,
  start: Row,
  stepSize: number,
  correction: Row,
  count: number,
): Row {
  let theta = start;
  for (let k = 0; k < count; k++)
    theta = add(theta, scale(stepSize, add(operatorAt(agent, theta), correction)));
  return theta;
}

/** θ̄_0, θ̄_1, …, one more than there are gaps; a gap is a round's number of local steps. */
export function noiselessRecursion(
  agents: readonly NoiselessAgent[],
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  gaps: readonly number[],
  initial: Row,
): Row[] {
  const { stepSize: eta } = algorithm;
  const none = initial.map(() => 0);
  const controls = agents.map(() => none);
  const out = [initial];
  for (const gap of gaps) {
    const theta = out.at(-1)!;
    switch (algorithm.name) {
      case 'local-sa':
        out.push(averageOf(agents.map((agent) => localSteps(agent, theta, eta, none, gap))));
        break;
      case 'scafflsa': {
        const ends = agents.map((agent, i) => localSteps(agent, theta, eta, controls[i]!, gap));
        const next = averageOf(ends);
        // H 2: 1/(ηH); H 1: p/η
        const gain =
          trigger.kind === 'deterministic' ? 1 / (eta * trigger.localSteps) : trigger.probability / eta;
        ends.forEach((end, i) => (controls[i] = add(controls[i]!, scale(gain, subtract(next, end)))));
        out.push(next);
        break;
      }
      case 'fedhsa': {
        const values = agents.map((agent) => operatorAt(agent, theta));
        const g = averageOf(values);
        const differences = agents.map((agent, i) =>
          subtract(localSteps(agent, theta, eta, subtract(g, values[i]!), gap), theta),
        );
        out.push(add(theta, scale(algorithm.serverStepSize, averageOf(differences))));
      }
    }
  }
  return out;
}
