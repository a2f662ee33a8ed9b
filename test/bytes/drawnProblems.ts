/** Finite linear problems that are drawn: small ones by number, and TD on random chains as a problem of pairs of states. */
import {
  algorithm,
  averaging,
  generatorFor,
  message,
  stepSize,
  type ProblemSpecification,
} from '../../src/index.ts';
import type { Generator } from '../../src/maths/generator.ts';
import type { RunSettings } from '../../src/index.ts';
import { fedAvgM } from '../../scenarios/algorithms/fedAvgM.ts';
import { fedLin } from '../../scenarios/algorithms/fedLin.ts';
import { fedProx } from '../../scenarios/algorithms/fedProx.ts';
import { scaffnew } from '../../scenarios/algorithms/scaffnew.ts';

type FiniteLinear = Extract<ProblemSpecification, { kind: 'finite-linear' }>;
type Agent = FiniteLinear['agents'][number];

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

/** Local SA along `S_i G − ρ (θ − θ̄)`, with another S_i for each agent and coordinate. */
const scaledProx = algorithm({
  ...{ name: 'scaled-prox', title: 'Scaled', source: '' },
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [started], up: [ended] },
  agent: ({ stepSize: eta }, { agent }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      const scale = (j: number): number => 0.6 + 0.3 * agent + 0.2 * j;
      work.advance(theta, eta(round), undefined, localSteps, { scale, rate: 0.5, towards: theta });
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),
  server: (_, { initial }) => averaging(initial, started),
});

const SHIPPED: readonly RunSettings[] = [
  { algorithms: ['local-sa'] },
  { algorithms: ['scafflsa'] },
  { algorithms: ['fedhsa'], serverStepSize: 0.7 },
  { algorithms: ['scaffold'], serverStepSize: 0.7 },
  { algorithms: ['minibatch-sgd'], serverStepSize: 0.2 },
  { algorithms: ['local-sgd-m'], serverStepSize: 0.3, momentum: 0.4 },
  { algorithms: ['richardson-romberg'] },
];
const OWN = [fedProx, scaledProx, fedLin, fedAvgM, scaffnew];

export interface DrawnRun {
  readonly problem: FiniteLinear;
  readonly settings: RunSettings;
}

/**
 * Problem `number` with a shipped and an own algorithm: chains from fast to slow, noise of A from weak to nearly its mean. By the
 * number both samplings, both triggers and all the algorithms take turns.
 */
export function drawnRun(number: number): DrawnRun {
  const generator = generatorFor(number, 'drawn problem');
  const pick = <T>(from: readonly T[]): T => from[Math.floor(generator.uniform() * from.length)]!;
  const { algorithms = [], ...parameters } = SHIPPED[number % SHIPPED.length]!;
  const isRandom = Math.floor(number / 2) % 2 === 1;
  const stepSize = algorithms[0] === 'minibatch-sgd' ? 0.1 : pick([0.02, 0.1, 0.25]);
  const shape = { agents: pick([2, 3, 5, 8]), dimension: pick([1, 1, 2, 3]) };
  const trigger = isRandom
    ? { communicationProbability: pick([0.2, 0.5, 0.8]) }
    : { localSteps: pick([1, 2, 5, 12]) };
  const noise = { laziness: pick([0, 0.5, 0.9]), strength: pick([0.3, 0.6, 0.9]) };
  return {
    problem: drawnProblem({ ...shape, ...noise }, generator),
    settings: {
      algorithms: [...algorithms, OWN[number % OWN.length]!],
      ...{ ...parameters, stepSize, ...trigger },
      sampling: number % 2 === 0 ? 'markov' : 'iid',
      rounds: 30,
    },
  };
}

interface Shape {
  readonly agents: number;
  readonly dimension: number;
  /** probability of staying, beside that of the random rows */
  readonly laziness: number;
  /** of the noise of A, about ½ I */
  readonly strength: number;
}

function drawnProblem(
  { agents, dimension: d, laziness, strength }: Shape,
  generator: Generator,
): FiniteLinear {
  const around = (centre: number, width: number): number => centre + width * (2 * generator.uniform() - 1);
  const agent = (index: number): Agent => {
    const states = 2 + Math.floor(3 * generator.uniform());
    const P = randomRows(states, generator).map(
      (p, e) => (1 - laziness) * p + (isDiagonal(e, states) ? laziness : 0),
    );
    return {
      states,
      transition: P,
      A: Float64Array.from({ length: states * d * d }, (_, e) =>
        around(isDiagonal(e % (d * d), d) ? 0.6 : 0, strength / Math.sqrt(d)),
      ),
      b: Float64Array.from({ length: states * d }, () => around(0, 1)),
      initial: index === 0 ? { state: states - 1 } : 'stationary',
    };
  };
  return {
    kind: 'finite-linear',
    dimension: d,
    agents: Array.from({ length: agents }, (_, index) => agent(index)),
  };
}

const isDiagonal = (entry: number, size: number): boolean => entry % (size + 1) === 0;

/** Rows of probabilities `[n, n]`. */
function randomRows(n: number, generator: Generator): Float64Array {
  const out = Float64Array.from({ length: n * n }, () => 0.05 + generator.uniform());
  return out.map(
    (x, e) => x / out.subarray(n * Math.floor(e / n), n * Math.floor(e / n + 1)).reduce((a, b) => a + b, 0),
  );
}

const DISCOUNT = 0.9;

/**
 * TD(0) with linear features on `agents` random chains of `states` states, with observations (s, s') as the states of a
 * chain: those pairs that are reached.
 */
export function pairsOfStates(agents: number, states: number, dimension: number): FiniteLinear {
  return {
    kind: 'finite-linear',
    dimension,
    agents: Array.from({ length: agents }, (_, agent) =>
      chainOfPairs(states, dimension, generatorFor(agent, 'pairs')),
    ),
  };
}

function chainOfPairs(states: number, d: number, generator: Generator): Agent {
  const P = randomRows(states, generator);
  const features = Float64Array.from({ length: states * d }, () => 2 * generator.uniform() - 1);
  const rewards = Float64Array.from({ length: states }, () => generator.uniform());
  const phi = (s: number): Float64Array => features.subarray(d * s, d * (s + 1));
  const pairs = [...P.keys()]
    .filter((e) => P[e]! > 0)
    .map((e) => [Math.floor(e / states), e % states] as const);
  return {
    states: pairs.length,
    transition: Float64Array.from(
      pairs.flatMap(([, next]) => pairs.map(([s, t]) => (s === next ? P[s * states + t]! : 0))),
    ),
    A: Float64Array.from(
      pairs.flatMap(([s, t]) =>
        [...phi(s)].flatMap((x) => [...phi(s)].map((y, k) => x * (y - DISCOUNT * phi(t)[k]!))),
      ),
    ),
    b: Float64Array.from(pairs.flatMap(([s]) => [...phi(s)].map((x) => rewards[s]! * x))),
    initial: 'stationary',
  };
}
