/**
 * Scaffnew (Mishchenko, Malinovsky, Stich, Richtárik, "ProxSkip: Yes! Local Gradient Steps Provably Lead to
 * Communication Acceleration! Finally!", ICML 2022, Algorithm 2): local steps `θ_i ← θ_i + η (G_i + h_i)`, and
 * after an exchange, which comes with probability p, `h_i ← h_i + (p/η) (θ̄ − θ_i)`. After every H-th step
 * p is 1/H. SCAFFLSA is the same on stochastic approximation, so the two agree.
 */
import { algorithm, averaging, message, stepSize, type Vector, zeros } from '../../src/index.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const closed = message('closed', { theta: 'θ̄' });

export const scaffnew = algorithm({
  name: 'scaffnew',
  title: 'Scaffnew',
  source: 'Mishchenko et al. 2022, Algorithm 2',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [started], up: [ended], notices: [closed] },

  agent: ({ stepSize }, { dimension, trigger }) => {
    /** h_i */
    const control = zeros(dimension);
    /** θ_i as it was sent, in which round, and p/η there */
    const sent = zeros(dimension);
    let last = 0;
    let gain = 0;
    /** θ̄ after a round has become known. */
    const close = (round: number, theta: Vector): void => {
      if (round !== last) return;
      for (let j = 0; j < dimension; j++) control[j] = control[j]! + gain * theta[j]! - gain * sent[j]!;
      last = 0;
    };
    return {
      ask: ({ theta, round, localSteps, taken }, work) => {
        if (taken) close(round - 1, theta);
        work.advance(theta, stepSize(round), control, localSteps);
      },
      answer: ({ round, localSteps }, work) => {
        const p = trigger.kind === 'bernoulli' ? trigger.probability : 1 / localSteps;
        gain = p / stepSize(round);
        last = round;
        sent.set(work.theta);
        return ended({ theta: work.theta });
      },
      // It is not in the next round, whose start would bring θ̄.
      note: ({ round, theta }) => {
        close(round, theta);
      },
      kept: () => [control, sent],
    };
  },

  server: (_, { initial }) => {
    const server = averaging(initial, started);
    return { ...server, notice: () => closed({ theta: server.model() }) };
  },

  under: ({ free, carries }, { kind }) => {
    if (free || carries) return 'its h_i move by an average that their own models must be part of';
    return kind === 'deterministic' || kind === 'bernoulli'
      ? undefined
      : 'its p is that of a coin, or 1/H with one H for all rounds';
  },
});
