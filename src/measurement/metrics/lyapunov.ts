/**
 * SCAFFLSA's Lyapunov function: `‖θ̄ − θ*‖² + g⁻² · (1/M) Σ_i ‖ξ_i − ξ_i*‖²` with the control gain g,
 * 1/(ηH) under the deterministic trigger and p/η under the Bernoulli one (Mangold et al. 2024, "SCAFFLSA",
 * (51) and, at communications, (45)). The control variates never leave the agents, but follow from what
 * they send, so the observer keeps its own.
 */
import { controlGain, moveControl, scafflsa } from '../../algorithms/scafflsa.ts';
import { type StepSize, stepSizeAt } from '../../algorithms/stepSize.ts';
import { meanGap } from '../../triggers/index.ts';
import { squaredDistance, squaredNorm, type Vector } from '../../maths/vector.ts';
import type { AgentProblem } from '../../problems/operator.ts';
import { evaluateMean } from '../../problems/meanOperator.ts';
import { policyOf } from '../../policies/index.ts';
import { metric } from './metric.ts';

export const lyapunov = metric({
  name: 'lyapunov',
  help: 'only with `--lyapunov`: SCAFFLSA’s Lyapunov function',
  figure: {
    title: 'Lyapunov function of SCAFFLSA',
    axis: 'Lyapunov function: squared error and control variates',
  },
  when: (choice) => choice.lyapunov,
  begin({ algorithm, trigger, policy, answer: { root, pulls } }) {
    const { name, stepSize } = algorithm;
    const H = meanGap(trigger);
    // The control variates follow from what a round took in only where that is every agent's model, and H is known.
    const isFollowed = name === scafflsa.name && policyOf(policy).everyone && H !== undefined;
    if (!root || !pulls || !isFollowed || stepSize === undefined) return { of: () => undefined };
    const controls = new ControlMeter((eta) => controlGain(trigger, eta, H), stepSize, pulls);
    return {
      each: ({ round, theta, models }) => {
        controls.add(round, theta, models);
      },
      of: ({ theta }) => controls.lyapunov(squaredDistance(theta, root)),
    };
  },
});

/**
 * Ḡ_i(θ*) `[M][d]` in agent order; the control variates go to ξ_i* = −Ḡ_i(θ*).
 *
 * @returns `undefined` where some agent's mean operator is not known
 */
export function pullsAtRoot(
  agentProblem: (index: number) => AgentProblem,
  agents: number,
  root: Vector,
): Float64Array[] | undefined {
  const pulls: Float64Array[] = [];
  for (let index = 0; index < agents; index++) {
    const { mean } = agentProblem(index);
    if (mean === undefined) return undefined;
    const pull = new Float64Array(root.length);
    evaluateMean(mean, root, pull);
    pulls.push(pull);
  }
  return pulls;
}

/** Follows the control variates of one run of SCAFFLSA. */
class ControlMeter {
  readonly #gainAt: (stepSize: number) => number;
  readonly #stepSize: StepSize;
  readonly #pulls: readonly Vector[];
  readonly #controls: readonly Float64Array[];
  #gain: number;

  /** @param pulls - Ḡ_i(θ*) in agent order */
  constructor(gainAt: (stepSize: number) => number, stepSize: StepSize, pulls: readonly Vector[]) {
    this.#gainAt = gainAt;
    this.#stepSize = stepSize;
    this.#pulls = pulls;
    this.#controls = pulls.map((pull) => new Float64Array(pull.length));
    this.#gain = gainAt(stepSizeAt(stepSize, 1));
  }

  /**
   * Takes a round in.
   *
   * @param theta - θ̄ after it `[d]`
   * @param sent - θ̂_i in agent order
   */
  add(round: number, theta: Vector, sent: readonly Vector[]): void {
    this.#gain = this.#gainAt(stepSizeAt(this.#stepSize, round));
    for (const [i, control] of this.#controls.entries()) moveControl(control, theta, sent[i]!, this.#gain);
  }

  /** The Lyapunov function, given ‖θ̄ − θ*‖². */
  lyapunov(error: number): number {
    let spread = 0;
    for (const [i, control] of this.#controls.entries()) {
      const pull = this.#pulls[i]!;
      // ‖ξ_i − ξ_i*‖² with ξ_i* = −Ḡ_i(θ*)
      spread += squaredNorm(control.map((value, j) => value + pull[j]!));
    }
    return error + spread / (this.#controls.length * this.#gain ** 2);
  }
}
