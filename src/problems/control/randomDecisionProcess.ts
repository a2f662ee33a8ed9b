/**
 * Garnets as decision processes (Archibald et al. 1995, in the form of Geist et al. 2014): each state
 * and action leads to `branching` states, with probabilities uniform on the simplex; r(s, a) ∼ U[0, 1].
 *
 * One in which some states are not reached from all others, or which is periodic, is drawn again from
 * the same generator: under any policy that tries every action, every pair is visited forever.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { closedClasses, period } from '../../maths/markovChain.ts';
import { InputError } from '../../values/failure.ts';
import { count, type SpecificationOf, variant, where } from '../../values/value.ts';
import { checkGarnet, garnetFields } from '../sharedFields.ts';
import { type DecisionProcess, MOST_PAIRS, simplexPoint } from './decisionProcess.ts';

const fields = {
  states: count(MOST_PAIRS),
  actions: count(MOST_PAIRS),
  branching: count(MOST_PAIRS),
  ...garnetFields,
};

/** Garnets for control: rewards U[0, 1] by state and action; the perturbation acts on P(s' | s, a). */
export type GarnetControl = SpecificationOf<'garnet', typeof fields>;
export const garnetControl = where(variant('garnet', fields), checkGarnet);

/** With 30 states, 2 actions and branching 2, about two in five will do. */
const MOST_ATTEMPTS = 1000;

/** P(s' | s, a), row-major `[S·A, S]`. */
function drawnKernel(
  { states: S, actions: A, branching }: GarnetControl,
  generator: Generator,
): Float64Array {
  const kernel = new Float64Array(S * A * S);
  const order = Array.from({ length: S }, (_, s) => s);
  for (let x = 0; x < S * A; x++) {
    const weights = simplexPoint(branching, generator);
    for (let k = 0; k < branching; k++) {
      // The first places of a partial shuffle are a uniform choice without repetition.
      const other = k + generator.below(S - k);
      [order[k], order[other]] = [order[other]!, order[k]!];
      kernel[x * S + order[k]!] = weights[k]!;
    }
  }
  return kernel;
}

/** Whether the chain that tries all actions is irreducible and aperiodic on all states. */
function isErgodic(kernel: Float64Array, { states: S, actions: A }: GarnetControl): boolean {
  const P = new Float64Array(S * S);
  for (let s = 0; s < S; s++) {
    for (let a = 0; a < A; a++) {
      for (let next = 0; next < S; next++) P[s * S + next]! += kernel[(s * A + a) * S + next]! / A;
    }
  }
  const [first] = closedClasses(P, S);
  return first!.length === S && period(P, S, first!) === 1;
}

function ergodicKernel(garnet: GarnetControl, generator: Generator): Float64Array {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const kernel = drawnKernel(garnet, generator);
    if (isErgodic(kernel, garnet)) return kernel;
  }
  throw new InputError(
    `no Garnet in ${MOST_ATTEMPTS} draws reaches every state from every other: ${garnet.states} states with ` +
      `branching ${garnet.branching} and ${garnet.actions} actions are too sparse; raise the branching`,
  );
}

/** Non-zero entries raised by U[0, amount], rows renormalised. */
function perturbed(kernel: Float64Array, S: number, amount: number, generator: Generator): Float64Array {
  const out = kernel.map((p) => (p > 0 ? p + amount * generator.uniform() : 0));
  for (let row = 0; row < out.length; row += S) {
    let sum = 0;
    for (let s = 0; s < S; s++) sum += out[row + s]!;
    for (let s = 0; s < S; s++) out[row + s]! /= sum;
  }
  return out;
}

/**
 * Agent `index`'s Garnet: its own for high heterogeneity, a perturbation of a common one, with common
 * rewards, for low.
 *
 * @throws InputError if the Garnets asked for are too sparse
 */
export function randomDecisionProcess(garnet: GarnetControl, seed: number, index: number): DecisionProcess {
  const { states, actions } = garnet;
  const common = garnet.heterogeneity === 'low';
  const generator = (subject: string): Generator =>
    common ? generatorFor(seed, 'problem', subject) : generatorFor(seed, 'problem', subject, index);
  const drawn = ergodicKernel(garnet, generator('kernel'));
  const perturbation = generatorFor(seed, 'problem', 'perturbation', index);
  const kernel = common ? perturbed(drawn, states, garnet.perturbation ?? 0, perturbation) : drawn;
  const rewardGenerator = generator('rewards');
  const rewards = Float64Array.from({ length: states * actions }, () => rewardGenerator.uniform());
  return { states, actions, kernel, rewards };
}
