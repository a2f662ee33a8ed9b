/**
 * How far can α be pushed?
 *
 * Covers: the worst periodic order of arrivals within a bound on staleness (`fedsa worst`) under FedAsync, beside benign ones,
 * below and above the largest α at which every order is stable; on FedHSA's non-convex quadratics (appendix D.1).
 * Choices, all ours: three agents, d = 2, one root; staleness at most 5. In turn and in the worst order times are sequences: one answer comes
 * every ten seconds. By chance agents are alike and take exponential times.
 * Expect: `fedsa worst worst-order --panel worst-0-6 --staleness 5` finds the order 0, 1, 2, 2, 2, 2: of all periods up to 12 none is
 * worse. Along it errors shrink at the smaller α and grow at the larger ones, where in turn, and as chance has it, they
 * do no harm: a run that goes well does not say how far α can be pushed.
 * Cost: 5 seconds.
 */
import { scenario } from '../src/index.ts';

/** FedAsync with times that are sequences, in seconds for a local step: for each agent the first ones, then those that come in turn. */
const ordered = (
  title: string,
  mixing: number,
  ...agents: readonly (readonly [first: readonly number[], values: readonly number[]])[]
) => ({
  title,
  policy: { kind: 'asynchronous', mixing } as const,
  timing: {
    computeDraw: 'dispatch' as const,
    agents: agents.map(([first, values], k) => ({
      agents: [k, k] as const,
      compute: { kind: 'sequence', first, values } as const,
    })),
  },
});

/** 0, 1, 2, 2, 2, 2: agent 2 comes four times while the others compute. */
const worst = (mixing: number) =>
  ordered(`Worst order, α = ${mixing}`, mixing, [[1], [6]], [[2], [6]], [[], [3, 1, 1, 1]]);

const START = 2; // ‖θ̄_0 − θ*‖²: from (1, 1), with the root at 0

export default scenario({
  name: 'worst-order',
  title: 'How far can α be pushed?',
  question:
    'Three agents that differ, FedAsync, answers at most 5 steps stale. ' +
    'At which α does the error fall in every order of the agents?',
  answer: ({ panels, panel, compare, interval, unsettled, sentence, sentences }) => {
    const along = panels.flatMap(({ name, of: numbersOf }) => {
      const alpha = Number(/^worst-(.*)$/.exec(name)?.[1]!.replace('-', '.'));
      return Number.isNaN(alpha) ? [] : [{ alpha, result: numbersOf('local-sa') }];
    });
    const benign = [
      ['in-turn-0-8', 'Round-robin order'],
      ['by-chance-0-8', 'Random order'],
    ].map(([name, title]) => ({ ...panel(name!).of('local-sa'), title: title! }));
    const found = compare(
      [...along.map(({ result }) => result), ...benign].map((result) => [result, START] as const),
    );
    const clauses = (
      [
        ['lower', 'below'],
        ['higher', 'above'],
        ['alike', 'alike with'],
        ['not separated', 'not separated from'],
      ] as const
    ).flatMap(([side, words]) => {
      const members = along.filter((_, k) => found[k]!.side === side);
      const wordings = [true, false].map((isLong) => {
        const places = members.map(
          ({ alpha, result }) => `α = ${alpha}${isLong ? ` (${interval(result)})` : ''}`,
        );
        return `${words} the start’s at ${places.join(', ')}`;
      });
      return members.length === 0 ? [] : [wordings];
    });
    const areStable = found.slice(along.length).every(({ side }) => side === 'lower');
    const open = unsettled(benign);
    const warning =
      areStable && found[along.length - 1]!.side === 'higher'
        ? ': one successful run does not prove stability'
        : '';
    return sentences(
      sentence(
        [0, 1].map(
          (k) => `In the worst order errors end ${clauses.map((wordings) => wordings[k]!).join(', ')}`,
        ),
      ),
      open === ''
        ? `At α = 0.8 the final error is ${interval(benign[0]!)} in round-robin order, ${interval(benign[1]!)} in random order${warning}.`
        : open,
    );
  },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 3,
    dimension: 2,
    noiseVariance: 0.001, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'non-convex',
    offsetScale: 0, // one root
    initialNoise: 'zero',
    seed: 7,
  },
  algorithms: ['local-sa'],
  stepSize: 0.02, // η, per local step
  localSteps: 10, // H, per dispatch
  rounds: 498, // server steps: 83 times the worst order
  record: { every: 6 },
  seeds: 5,
  initial: [1, 1],
  placement: 'inline',
  quick: { seeds: 4 },
  panels: {
    'in-turn-0-8': ordered('In turn, α = 0.8', 0.8, [[1], [3]], [[2], [3]], [[], [3]]),
    'by-chance-0-8': {
      title: 'By chance, α = 0.8',
      policy: { kind: 'asynchronous', mixing: 0.8 },
      timing: { compute: { kind: 'exponential', mean: 3 }, computeDraw: 'dispatch' },
    },
    'worst-0-4': worst(0.4),
    'worst-0-6': worst(0.6),
    'worst-0-7': worst(0.7),
    'worst-0-8': worst(0.8),
  },
});
