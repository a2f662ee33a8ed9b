/**
 * SCAFFLSA: Mangold, Samsonov, Labbi, Levin, Alami, Naumov, Moulines, "SCAFFLSA: Taming Heterogeneity in
 * Federated Linear Stochastic Approximation and TD Learning", NeurIPS 2024, Algorithm 2, with either
 * trigger (their H 1 and H 2). Local steps are `θ ← θ + η (G_i(θ, o) + ξ_i)`; when θ̄ comes back (with the
 * next round's start, which is the same broadcast), the control variate ξ_i takes up the difference.
 * Where there are no rounds ξ_i comes with the model (see serverControls.ts).
 */
import { addScaledDifference, type Vector } from '../maths/vector.ts';
import { gapsDiffer, lawOf, meanGap, type RunTrigger, userTrigger } from '../triggers/index.ts';
import { algorithm } from './algorithm.ts';
import { averaging } from './averaging.ts';
import { message } from './message.ts';
import { stepSize } from '../values/parameter.ts';
import { ServerControls } from './serverControls.ts';

/**
 * How far ξ moves per unit of `θ̄ − θ̂_i`: `1/(η H)` under H 2 (deterministic), `p/η` under H 1 (Bernoulli).
 * The same for all agents, so that the ξ_i sum to 0: under other triggers H is their mean gap, or the round's
 * where none is known.
 *
 * @param localSteps - of the round
 */
export function controlGain(trigger: RunTrigger, stepSize: number, localSteps: number): number {
  const law = lawOf(trigger);
  return law?.kind === 'geometric'
    ? law.probability / stepSize
    : 1 / (stepSize * (meanGap(trigger) ?? localSteps));
}

/**
 * `ξ_i ← ξ_i + gain·(θ̄ − θ̂_i)`, in place. Over all agents the ξ_i sum to zero, always: the θ̂_i
 * average to θ̄.
 *
 * @param control - ξ_i `[d]`, overwritten
 * @param theta - θ̄ `[d]`, the average that the server sent back
 * @param sent - θ̂_i `[d]`, what the agent had sent
 */
export const moveControl = (control: Float64Array, theta: Vector, sent: Vector, gain: number): void => {
  addScaledDifference(control, gain, theta, sent);
};

/** How far rounding may take a sum of M numbers of size s from 0: M · s · this. */
const ROUNDING = 1e-12;

const started = message('roundStarted', { theta: 'θ̄' });
const corrected = message('correctedRoundStarted', { theta: 'θ̄', control: 'ξ_i' });
const ended = message('localModel', { theta: 'θ_i' });
const closed = message('roundClosed', { theta: 'θ̄' });

export const scafflsa = algorithm({
  name: 'scafflsa',
  title: 'SCAFFLSA',
  source: 'Mangold et al. 2024, Algorithm 2',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  coordinatewise: true,
  messages: { down: [started, corrected], up: [ended], notices: [closed] },

  agent: ({ stepSize }, { dimension, trigger }) => {
    /** ξ_i */
    const control = new Float64Array(dimension);
    /** θ̂_i, what was sent last: it stays where it was computed until the next work is asked for */
    let sent: Vector | undefined;
    /** in which round, and after how many local steps */
    let sentIn = 0;
    let sentAfter = 0;
    /** θ̄ ends the round in which the server has taken what was sent. */
    const close = (round: number, theta: Vector): void => {
      if (sent && round === sentIn)
        moveControl(control, theta, sent, controlGain(trigger, stepSize(round), sentAfter));
      sent = undefined;
    };
    return {
      ask: (message, work) => {
        const { round, theta, localSteps } = message;
        if (message.kind === 'roundStarted' && message.taken) close(round - 1, theta);
        const correction = message.kind === 'roundStarted' ? control : message.control;
        work.advance(theta, stepSize(round), correction, localSteps);
      },
      answer: ({ round, localSteps }, { theta }) => {
        sent = theta;
        sentIn = round;
        sentAfter = localSteps;
        return ended({ theta });
      },
      note: ({ round, theta }) => {
        close(round, theta);
      },
      states: () => ({ control }),
      kept: () => (sent ? [control, sent] : [control]),
    };
  },

  server: ({ stepSize }, { agents, initial, trigger }) => {
    const average = averaging(initial, started);
    const controls = new ServerControls(agents, initial.length);
    return {
      ...average,
      notice: () => closed({ theta: average.model() }),
      kept: () => [...average.kept(), ...controls.kept()],
      free: {
        ...average.free,
        open: (agent) => corrected({ theta: average.model(), control: controls.control(agent) }),
        answered: ({ agent, message, answer }) => {
          if (message.kind !== 'correctedRoundStarted') return;
          const gain = controlGain(trigger, stepSize(message.round), message.localSteps);
          controls.take(agent, answer.theta, message, gain);
        },
      },
    };
  },

  under: ({ free, carries }, trigger) => {
    if (meanGap(trigger) === undefined && (free || gapsDiffer(trigger)))
      return `its ξ_i move by 1/(η H) with one H for all agents, and the trigger does not give it${userTrigger(trigger) === undefined ? '' : '; give its mean gap (meanGap)'}`;
    if (free?.replaces)
      return 'with α = 1 the model is always one agent’s own, nothing averages the corrections’ delays away, and it wanders even without noise; take α < 1';
    return carries
      ? 'a late model would move its ξ_i by an average that it was not part of, and the ξ_i would no longer sum to 0; drop late updates'
      : undefined;
  },

  // So the ξ_i sum to 0, whichever agents take part.
  invariant: (theta, answers) => {
    for (const [j, average] of theta.entries()) {
      let sum = 0;
      let size = 0;
      for (const { theta: model } of answers) {
        sum += average - model[j]!;
        size = Math.max(size, Math.abs(model[j]!));
      }
      if (Math.abs(sum) > ROUNDING * answers.length * size) return `the ξ_i are moved by ${sum} in all`;
    }
    return undefined;
  },
});
