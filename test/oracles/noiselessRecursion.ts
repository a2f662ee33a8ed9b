/**
 * The algorithms without noise, written from their definitions (SCAFFLSA, Algorithms 1 and 2; FedHSA,
 * Algorithm 1; Streaming FL, §3 and Algorithm 1; SCAFFOLD, Algorithm 1, option II) as loops over agents
 * and coordinates.
 */
import type { StepSize } from '../../src/algorithms/stepSize.ts';
import type { ScheduledAlgorithm, TriggerConfiguration } from '../../src/configuration/configuration.ts';
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

/** A round of an algorithm of `gap` local steps of η from θ̄, to the next θ̄; it remembers what it keeps. */
type Round = (theta: Row, gap: number, eta: number) => Row;

/** η of round t = 1, 2, …; of doubling steps that of an epoch of T rounds is `4 log(MHT)/(μHT)`. */
function etaOf(stepSize: StepSize, t: number): number {
  if (typeof stepSize === 'number') return stepSize;
  if (stepSize.kind === 'decreasing') return stepSize.scale * (stepSize.offset + t) ** -stepSize.exponent;
  const { firstRounds, agents: M, localSteps: H, monotonicity } = stepSize;
  let T = firstRounds;
  for (let end = T; t > end; end += T) T *= 2;
  return (4 * Math.log(M * H * T)) / (monotonicity * H * T);
}

/** θ̄_0, θ̄_1, …, one more than there are gaps; a gap is a round's number of local steps. */
export function noiselessRecursion(
  agents: readonly NoiselessAgent[],
  algorithm: ScheduledAlgorithm,
  trigger: TriggerConfiguration,
  gaps: readonly number[],
  initial: Row,
): Row[] {
  const round = roundOf(agents, algorithm, trigger, initial);
  const out = [initial];
  const { stepSize } = { stepSize: NaN, ...algorithm };
  for (const [k, gap] of gaps.entries()) out.push(round(out.at(-1)!, gap, etaOf(stepSize, k + 1)));
  return out;
}

/** The first coordinate of largest absolute value alone. */
function largestOf(values: Row): Row {
  const most = Math.max(...values.map(Math.abs));
  const first = values.findIndex((x) => Math.abs(x) === most);
  return values.map((x, j) => (j === first ? x : 0));
}

function roundOf(
  agents: readonly NoiselessAgent[],
  algorithm: ScheduledAlgorithm,
  trigger: TriggerConfiguration,
  initial: Row,
): Round {
  const none = initial.map(() => 0);
  const controls = agents.map(() => none);
  // the second vector that a server keeps: v of Local SGD-M, c of SCAFFOLD
  let kept = none;
  switch (algorithm.name) {
    case 'local-sa':
    // of mean operators no coordinate is 0, so that all agents visit all of them equally often
    case 'importance-averaging':
      return (theta, gap, eta) => averageOf(agents.map((agent) => localSteps(agent, theta, eta, none, gap)));
    case 'trimmed-mean':
      return (theta, gap, eta) => {
        const ends = agents.map((agent) => localSteps(agent, theta, eta, none, gap));
        return theta.map((_, j) => {
          const sorted = ends.map((end) => end[j]!).sort((x, y) => x - y);
          const dropped = Math.floor(algorithm.trim * ends.length + 1e-9);
          return averageOf(sorted.slice(dropped, ends.length - dropped).map((x) => [x]))[0]!;
        });
      };
    // with top-1
    case 'compressed-lsa':
      return (theta, gap, eta) =>
        add(
          theta,
          averageOf(
            agents.map((agent) => largestOf(subtract(localSteps(agent, theta, eta, none, gap), theta))),
          ),
        );
    case 'ef-td': {
      const memories = agents.map(() => none);
      return (theta, gap, eta) => {
        const sent = agents.map((agent, i) => {
          const wanted = add(memories[i]!, scale(gap, operatorAt(agent, theta)));
          const update = largestOf(wanted);
          memories[i] = subtract(wanted, update);
          return update;
        });
        return add(theta, scale(eta, averageOf(sent)));
      };
    }
    case 'scafflsa':
      return (theta, gap, eta) => {
        const ends = agents.map((agent, i) => localSteps(agent, theta, eta, controls[i]!, gap));
        const next = averageOf(ends);
        // H 2: 1/(ηH); H 1: p/η
        const gain =
          trigger.kind === 'deterministic' ? 1 / (eta * trigger.localSteps) : trigger.probability / eta;
        ends.forEach((end, i) => (controls[i] = add(controls[i]!, scale(gain, subtract(next, end)))));
        return next;
      };
    case 'fedhsa':
      return (theta, gap, eta) => {
        const values = agents.map((agent) => operatorAt(agent, theta));
        const g = averageOf(values);
        const differences = agents.map((agent, i) =>
          subtract(localSteps(agent, theta, eta, subtract(g, values[i]!), gap), theta),
        );
        return add(theta, scale(algorithm.serverStepSize, averageOf(differences)));
      };
    case 'minibatch-sgd':
      // the average over K observations, all of them the mean
      return (theta) =>
        add(
          theta,
          scale(algorithm.serverStepSize, averageOf(agents.map((agent) => operatorAt(agent, theta)))),
        );
    case 'local-sgd-m':
      return (theta, gap, eta) => {
        const { momentum: beta } = algorithm;
        const ends = agents.map((agent) => {
          let w = theta;
          for (let k = 0; k < gap; k++) {
            const row = add(scale(-beta, operatorAt(agent, w)), scale(1 - beta, kept));
            w = subtract(w, scale(eta, row));
          }
          return w;
        });
        kept = scale(1 / (eta * gap), averageOf(ends.map((end) => subtract(theta, end))));
        return subtract(theta, scale(algorithm.serverStepSize, kept));
      };
    case 'scaffold':
      return (theta, gap, eta) => {
        const ends = agents.map((agent, i) =>
          localSteps(agent, theta, eta, subtract(controls[i]!, kept), gap),
        );
        const refreshed = ends.map((end, i) =>
          add(subtract(controls[i]!, kept), scale(1 / (gap * eta), subtract(theta, end))),
        );
        kept = add(kept, averageOf(refreshed.map((control, i) => subtract(control, controls[i]!))));
        refreshed.forEach((control, i) => (controls[i] = control));
        return add(
          theta,
          scale(algorithm.serverStepSize, averageOf(ends.map((end) => subtract(end, theta)))),
        );
      };
    case 'richardson-romberg': {
      // the two runs' own models; what is handed in is what they were combined into
      let fine = initial;
      let coarse = initial;
      const [a, b] = algorithm.extrapolation === 'step-size' ? [2, 1] : [1, 2];
      return (_, gap, eta) => {
        fine = averageOf(agents.map((agent) => localSteps(agent, fine, eta, none, gap)));
        coarse = averageOf(agents.map((agent) => localSteps(agent, coarse, a * eta, none, b * gap)));
        return algorithm.extrapolation === 'step-size'
          ? subtract(scale(2, fine), coarse)
          : scale(1 / gap, subtract(scale(2 * gap - 1, fine), scale(gap - 1, coarse)));
      };
    }
  }
}
