/**
 * Push-sum (Kempe, Dobra, Gehrke, "Gossip-Based Computation of Aggregate Information", FOCS 2003, Protocol Push-Sum) with local steps, in the
 * manner of GoSGD (Blot, Picard, Cord, Thome, "Gossip training for deep learning", 2016). An agent keeps a weight w_i and a value x_i, takes
 * local steps from x_i/w_i to θ_i, so that x_i = w_i θ_i, and with probability p pushes half of both to another agent, drawn uniformly;
 * else it is silent. The server is the network, and its model the mean of all that was pushed in the last round in which anything was.
 * Where steps do nothing values and weights keep their sums, and all ratios tend to the ratio of these.
 *
 * Messages are of vectors: a weight stands in all coordinates of one, and counts as one number.
 */
import { algorithm, message, share, silent, stepSize, type Vector, zeros } from '../../src/index.ts';

/** A value and a weight, each in a vector. */
interface Mass {
  readonly value: Vector;
  readonly weight: Vector;
}

const bits = { bits: ({ weight }: Mass, d: number): number => (weight[0] === 0 ? 0 : 64 * (d + 1)) };
const mailed = message('mailed', { value: 'Σ x', weight: 'Σ w' }, bits);
const pushed = message('pushed', { value: 'x_i/2', weight: 'w_i/2' }, bits);

const sum = (a: Vector, b: Vector): Vector => a.map((x, j) => x + b[j]!);
const scaled = (factor: number, a: Vector): Vector => a.map((x) => factor * x);
const together = (a: Mass, b: Mass): Mass => ({
  value: sum(a.value, b.value),
  weight: sum(a.weight, b.weight),
});
const half = ({ value, weight }: Mass): Mass => ({ value: scaled(0.5, value), weight: scaled(0.5, weight) });

export const pushSum = algorithm({
  name: 'push-sum',
  title: 'Push-sum',
  source: 'Kempe et al. 2003, with the local steps of Blot et al. 2016',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    probability: share('p', 'the probability of a push', { default: 1 }),
  },
  coins: ['push', 'target'],
  messages: { down: [mailed], up: [pushed, silent] },
  notOnMeans: 'who pushes to whom is drawn',

  agent: ({ stepSize, probability }, { dimension, coins }) => {
    const push = coins('push');
    const nothing: Mass = { value: zeros(dimension), weight: zeros(dimension) };
    /** what the agent has, and what it had before its last answer: an answer that is not taken, and its mail, have not been */
    let mass = nothing;
    let before = nothing;
    return {
      ask: ({ value, weight, round, localSteps, taken }, work) => {
        if (!taken) mass = before;
        before = mass;
        mass = together(mass, { value, weight });
        const [w] = mass.weight;
        // Who has crashed has nothing until somebody pushes to it.
        if (w === 0) work.accumulate(mass.value, 0);
        else work.advance(scaled(1 / w!, mass.value), stepSize(round), undefined, localSteps);
      },
      answer: (_, work) => {
        const [w] = mass.weight;
        if (w === 0) return silent();
        mass = { ...mass, value: scaled(w!, work.theta) };
        if (push.uniform() >= probability) return silent();
        mass = half(mass);
        return pushed(mass);
      },
      states: () => ({ value: mass.value, weight: mass.weight }),
    };
  },

  server: (_, { agents, initial, coins }) => {
    const target = coins('target');
    const nothing: Mass = { value: zeros(initial.length), weight: zeros(initial.length) };
    let theta = initial;
    /** what was pushed to each agent and is not known to have come; at the start θ̄_0 with the weight 1 */
    const mail = Array.from({ length: agents }, (): Mass => ({
      value: initial,
      weight: initial.map(() => 1),
    }));
    return {
      model: () => theta,
      open: () => mailed(nothing),
      openTo: (agent) => mailed(mail[agent]!),
      receive: ({ all, silent }) => {
        for (const agent of [...all.map((answer) => answer.agent), ...silent]) mail[agent] = nothing;
        for (const { agent, value, weight } of all) {
          const other = agents === 1 ? 0 : (agent + 1 + target.below(agents - 1)) % agents;
          mail[other] = together(mail[other]!, { value, weight });
        }
        const { value, weight } = all.reduce(together, nothing);
        if (all.length > 0) theta = value.map((x, j) => x / weight[j]!);
        return { localModels: () => all.map(({ value, weight }) => scaled(1 / weight[0]!, value)) };
      },
    };
  },

  under: ({ carries }) => (carries ? 'what comes late belongs to another state of its agent' : undefined),
});
