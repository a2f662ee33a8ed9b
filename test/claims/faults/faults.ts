/**
 * Faults that are planted in the program, to see which claims notice: one switch, `plant`, which only a process of the
 * tests can reach. The parts of algorithms, the triggers and the families of problems are values in lists; a fault
 * replaces what one of them does, for the simulator and for theory, which reads rounds off the same parts.
 */
import type {
  AgentLogic,
  AgentSite,
  Algorithm,
  ServerLogic,
  ServerSite,
} from '../../../src/algorithms/algorithm.ts';
import { ALGORITHMS } from '../../../src/algorithms/catalogue.ts';
import type { Message } from '../../../src/algorithms/message.ts';
import type { Vector } from '../../../src/maths/vector.ts';
import { FAMILIES } from '../../../src/problems/families.ts';
import type { LocalWork } from '../../../src/problems/localWork.ts';
import type { AgentProblem, Problem } from '../../../src/problems/operator.ts';
import { TRIGGERS } from '../../../src/triggers/index.ts';

type Values = Readonly<Record<string, unknown>>;
type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

/** What a piece of work is asked for. */
type Advance = Parameters<LocalWork['advance']>;

interface Fault {
  readonly name: string;
  /** algorithms whose behaviour changes; each must have a claim that notices */
  readonly touches: readonly string[];
  /** it changes problems, which claims without an algorithm look at, too */
  readonly ofProblems?: true;
  /** names of claims that are about it: each must notice */
  readonly about: readonly string[];
  readonly plant: () => void;
}

const algorithmNamed = (name: string): Changeable<Algorithm> =>
  ALGORITHMS.find((algorithm) => algorithm.name === name)!;

/** Every algorithm whose agents take local steps. */
const STEPPING = ['local-sa', 'scafflsa', 'fedhsa', 'local-sgd-m', 'scaffold', 'richardson-romberg'];
const ALL = [...STEPPING, 'minibatch-sgd'];
const FEEDBACK = 'ef-td';

function changeAgent(
  name: string,
  change: (part: AgentLogic, values: Values, site: AgentSite) => AgentLogic,
): void {
  const algorithm = algorithmNamed(name);
  const { agent } = algorithm;
  algorithm.agent = (values, site) => change(agent.call(algorithm, values, site), values, site);
}

function changeServer(name: string, change: (part: ServerLogic, site: ServerSite) => ServerLogic): void {
  const algorithm = algorithmNamed(name);
  const { server } = algorithm;
  algorithm.server = (values, site) => change(server.call(algorithm, values, site), site);
}

/** With other parameters than it was given. */
function changeValues(name: string, change: (values: Values) => Values): void {
  const algorithm = algorithmNamed(name);
  const { agent, server } = algorithm;
  algorithm.agent = (values, site) => agent.call(algorithm, change(values), site);
  algorithm.server = (values, site) => server.call(algorithm, change(values), site);
}

/** The work as the agent sees it, whose orders go on changed. */
const reordered = (work: LocalWork, change: (...order: Advance) => Advance): LocalWork =>
  Object.create(work, {
    advance: {
      value: (...order: Advance) => {
        work.advance(...change(...order));
      },
    },
  }) as LocalWork;

/** Changes what an algorithm's agents order. */
const changeSteps = (name: string, change: (site: AgentSite, ...order: Advance) => Advance): void => {
  changeAgent(name, (part, _, site) => ({
    ...part,
    ask: (message, ...works) => {
      // of an algorithm with one stream there is no second work
      const [first, two] = works.map(
        (work: LocalWork | undefined) => work && reordered(work, (...order) => change(site, ...order)),
      );
      part.ask(message, first!, two!);
    },
  }));
};

/** Multiplies the correction of an algorithm's local steps. */
const scaleCorrection = (name: string, factor: (site: AgentSite) => number): void => {
  changeSteps(name, (site, theta, stepSize, correction, count) => [
    theta,
    stepSize,
    correction?.map((x) => factor(site) * x),
    count,
  ]);
};

/** Changes the vectors of all answers that the server takes. */
const changeAnswers = (name: string, change: (all: readonly Message[]) => readonly Message[]): void => {
  changeServer(name, (part) => ({
    ...part,
    receive: (answers, ...rest) => part.receive({ ...answers, all: change(answers.all) }, ...rest),
  }));
};

/** A message with other numbers in its vectors. */
const withVectors = (message: Message, change: (x: number, j: number, key: string) => number): Message =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      value instanceof Float64Array ? value.map((x, j) => change(x, j, key)) : value,
    ]),
  ) as unknown as Message;

/** The last answer with the mean vectors of the others, so that an average leaves it out. */
const meanOfFirst = (all: readonly Message[]): Message => {
  const others = all.slice(0, -1) as unknown as readonly Readonly<Record<string, unknown>>[];
  return withVectors(
    all.at(-1)!,
    (_, j, key) => others.reduce((sum, other) => sum + (other[key] as Vector)[j]!, 0) / others.length,
  );
};

/** Changes the numbers of local steps of every trigger. */
function changeGaps(change: (gap: number) => number): void {
  for (const trigger of TRIGGERS as unknown as Changeable<{ gap: (...given: unknown[]) => number }>[]) {
    const { gap } = trigger;
    trigger.gap = (...given) => change(gap(...given));
  }
}

/** Changes the problems that are built. */
function changeProblems(
  change: (agent: AgentProblem, index: number, problem: Problem) => AgentProblem,
  isChanged: (kind: string) => boolean = () => true,
): void {
  const families = FAMILIES as readonly Changeable<{ kind: string; build: (...given: never[]) => Problem }>[];
  for (const family of families.filter(({ kind }) => isChanged(kind))) {
    const { build } = family;
    family.build = (...given) => {
      const problem = build(...given);
      return { ...problem, agent: (index) => change(problem.agent(index), index, problem) };
    };
  }
}

/** Changes the specification of the problems of a kind. */
function changeSpecification(kind: string, change: (specification: Values) => Values): void {
  const family = FAMILIES.find((family) => family.kind === kind) as unknown as Changeable<{
    build: (specification: Values, ...more: unknown[]) => Problem;
  }>;
  const { build } = family;
  family.build = (specification, ...more) => build(change(specification), ...more);
}

interface ChainAgent {
  readonly transition: Vector;
  readonly states: number;
  readonly A: Vector;
  readonly b: Vector;
}

/** π of a chain, by powers. */
function stationaryOf({ transition, states }: ChainAgent): Float64Array {
  let law = new Float64Array(states).fill(1 / states);
  for (let k = 0; k < 5000; k++)
    law = law.map((_, to) =>
      law.reduce((sum, weight, from) => sum + weight * transition[from * states + to]!, 0),
    );
  return law;
}

/** Values of the states, each as far again from their mean as `factor` says. */
function spread(values: Vector, law: Vector, factor: number): Float64Array {
  const size = values.length / law.length;
  const mean = Float64Array.from({ length: size }, (_, j) =>
    law.reduce((sum, weight, s) => sum + weight * values[s * size + j]!, 0),
  );
  return Float64Array.from(values, (x, at) => mean[at % size]! + factor * (x - mean[at % size]!));
}

const ofChains = (change: (agent: ChainAgent) => object): void => {
  changeSpecification('finite-linear', ({ agents, ...rest }) => ({
    ...rest,
    agents: (agents as readonly ChainAgent[]).map((agent) => ({ ...agent, ...change(agent) })),
  }));
};

const about = (names: string): string[] => names.split(' ').filter((name) => name !== '');

export const FAULTS: readonly Fault[] = [
  {
    name: 'scafflsa-control-sign',
    touches: ['scafflsa'],
    about: about(
      'scafflsa-low-heterogeneity scafflsa-high-heterogeneity scafflsa-communications scafflsa-bound scafflsa-random-bound',
    ),
    plant: () => {
      scaleCorrection('scafflsa', () => -1);
    },
  },
  {
    name: 'scafflsa-control-off',
    touches: ['scafflsa'],
    about: about('scafflsa-high-heterogeneity scafflsa-communications scafflsa-noise-floor'),
    plant: () => {
      scaleCorrection('scafflsa', () => 0);
    },
  },
  {
    name: 'scafflsa-factor-p-dropped',
    touches: ['scafflsa'],
    about: about('scafflsa-random-communications scafflsa-no-speed-up'),
    plant: () => {
      scaleCorrection('scafflsa', ({ trigger }) =>
        trigger.kind === 'bernoulli' ? 1 / trigger.probability : 1,
      );
    },
  },
  {
    name: 'scafflsa-gain-halved',
    touches: ['scafflsa'],
    about: about('scafflsa-no-speed-up'),
    plant: () => {
      scaleCorrection('scafflsa', () => 0.5);
    },
  },
  {
    name: 'momentum-removed',
    touches: ['local-sgd-m'],
    about: about('streaming-fl-momentum-complexity streaming-fl-noise-and-agents'),
    plant: () => {
      scaleCorrection('local-sgd-m', () => 0);
    },
  },
  {
    name: 'server-step-ignored',
    touches: ['minibatch-sgd', 'local-sgd-m', 'fedhsa', 'scaffold'],
    about: about(
      'streaming-fl-noise-and-agents fedhsa-floor-agents-and-steps fedhsa-whole-bound streaming-fl-non-convex richardson-romberg-heterogeneous',
    ),
    plant: () => {
      for (const name of ['minibatch-sgd', 'local-sgd-m', 'fedhsa', 'scaffold'])
        changeValues(name, (values) => ({
          ...values,
          serverStepSize: (values.serverStepSize as number) === 1 ? 0.5 : 1,
        }));
    },
  },
  {
    name: 'server-step-quartered',
    touches: ['minibatch-sgd', 'local-sgd-m', 'fedhsa', 'scaffold'],
    about: about(
      'streaming-fl-minibatch-bound fedhsa-rate fedhsa-linear-speed-up richardson-romberg-heterogeneous',
    ),
    plant: () => {
      for (const name of ['minibatch-sgd', 'local-sgd-m', 'fedhsa', 'scaffold'])
        changeValues(name, (values) => ({
          ...values,
          serverStepSize: (values.serverStepSize as number) / 4,
        }));
    },
  },
  {
    name: 'fedhsa-evaluation-0.9',
    touches: ['fedhsa'],
    about: about('fedhsa-quadratics-noisy fedhsa-saddles-noisy'),
    plant: () => {
      changeAgent('fedhsa', (part) => ({
        ...part,
        answer: (message, work, second) => {
          if (message.kind !== 'evaluationRequested') return part.answer(message, work, second);
          const localWork = Object.create(work, {
            value: { value: work.value.map((x) => 0.9 * x) },
          }) as LocalWork;
          return { ...part.answer(message, localWork, second), value: work.value } as Message;
        },
      }));
    },
  },
  {
    name: 'fedhsa-as-local-sa',
    touches: ['fedhsa'],
    about: about(
      'fedhsa-quadratics-noiseless fedhsa-no-heterogeneity-bias fedhsa-quadratics-noisy fedhsa-saddles-noiseless fedhsa-saddles-noisy fedhsa-td-noiseless fedhsa-td-noisy fedhsa-finite-sums-noiseless fedhsa-finite-sums-noisy fedhsa-q-learning-noiseless fedhsa-local-steps-limit',
    ),
    plant: () => {
      const { agent, server, messages } = algorithmNamed('local-sa');
      Object.assign(algorithmNamed('fedhsa'), { agent, server, messages });
    },
  },
  {
    name: 'fedhsa-stale-evaluation',
    touches: ['fedhsa'],
    about: about('fedhsa-quadratics-noiseless fedhsa-saddles-noiseless'),
    plant: () => {
      changeAgent('fedhsa', (part) => {
        let first: Vector | undefined;
        return {
          ...part,
          ask: (message, work, second) => {
            if (message.kind !== 'evaluationRequested') {
              part.ask(message, work, second);
              return;
            }
            part.ask(message, work, second);
            const { theta } = message as unknown as { readonly theta: Vector };
            if (first) work.peek(first);
            else first = theta.slice();
          },
        };
      });
    },
  },
  {
    name: 'extrapolation-weights-1.5',
    touches: ['richardson-romberg'],
    about: about(
      'richardson-romberg-logistic-orders richardson-romberg-order richardson-romberg-smaller-bias richardson-romberg-local-steps',
    ),
    plant: () => {
      weighted(1.5);
    },
  },
  {
    name: 'extrapolation-off',
    touches: ['richardson-romberg'],
    about: about(
      'richardson-romberg-logistic-orders richardson-romberg-order richardson-romberg-iterates richardson-romberg-noisy richardson-romberg-scaffold-noise richardson-romberg-heterogeneous richardson-romberg-heterogeneous-few-steps richardson-romberg-communications richardson-romberg-averages-converge',
    ),
    plant: () => {
      weighted(1);
    },
  },
  {
    name: 'scaffold-corrections-off',
    touches: ['scaffold'],
    about: about('richardson-romberg-heterogeneous richardson-romberg-heterogeneous-few-steps'),
    plant: () => {
      scaleCorrection('scaffold', () => 0);
    },
  },
  {
    name: 'error-feedback-off',
    touches: [FEEDBACK],
    about: about('ef-td-same-floor'),
    plant: () => {
      changeValues(FEEDBACK, (values) => ({ ...values, feedback: 'off' }));
    },
  },
  {
    name: 'local-step-quartered',
    touches: STEPPING,
    about: about(
      'fedhsa-two-steps-bias scafflsa-samples scafflsa-single-agent streaming-fl-local-bound richardson-romberg-deterministic richardson-romberg-chain richardson-romberg-quadratic-bias richardson-romberg-stochastic-order richardson-romberg-stochastic-bias streaming-fl-table-2-numbers scafflsa-round-bias-bound richardson-romberg-bias-speed-up richardson-romberg-heterogeneous',
    ),
    plant: () => {
      for (const name of STEPPING)
        changeSteps(name, (_, theta, stepSize, ...rest) => [theta, stepSize / 4, ...rest]);
    },
  },
  {
    name: 'one-local-step-more',
    touches: STEPPING,
    about: about(
      'fedhsa-two-steps-bias richardson-romberg-table-1 richardson-romberg-heterogeneous-order streaming-fl-low-heterogeneity scafflsa-bias-physical-time streaming-fl-drift-and-step richardson-romberg-heterogeneous-few-steps',
    ),
    plant: () => {
      for (const name of STEPPING)
        changeSteps(name, (_, theta, stepSize, correction, count) => [
          theta,
          stepSize,
          correction,
          count + 1,
        ]);
    },
  },
  {
    name: 'local-step-tenfold',
    touches: STEPPING,
    about: about('streaming-fl-table-2-shorter-steps richardson-romberg-heterogeneous-few-steps'),
    plant: () => {
      for (const name of STEPPING)
        changeSteps(name, (_, theta, stepSize, ...rest) => [theta, 10 * stepSize, ...rest]);
    },
  },
  {
    name: 'first-step-size-kept',
    touches: ['fedhsa'],
    about: about('fedhsa-doubling'),
    plant: () => {
      const kept = new WeakMap<AgentSite, number>();
      changeSteps('fedhsa', (site, theta, stepSize, ...rest) => {
        if (!kept.has(site)) kept.set(site, stepSize);
        return [theta, kept.get(site)!, ...rest];
      });
    },
  },
  {
    name: 'average-without-last',
    touches: ALL,
    about: about('richardson-romberg-heterogeneous streaming-fl-noise-and-agents scafflsa-fedlsa-bias'),
    plant: () => {
      for (const name of ALL)
        changeAnswers(name, (all) => (all.length > 1 ? [...all.slice(0, -1), meanOfFirst(all)] : all));
    },
  },
  {
    name: 'average-over-one-more',
    touches: ALL,
    about: about('richardson-romberg-heterogeneous q-learning-two-phases'),
    plant: () => {
      for (const name of ALL)
        changeAnswers(name, (all) =>
          all.map((answer) => withVectors(answer, (x) => (all.length / (all.length + 1)) * x)),
        );
    },
  },
  {
    name: 'agents-share-noise',
    ofProblems: true,
    touches: [...ALL, FEEDBACK],
    about: about(
      'fedsarsa-speed-up ef-td-speed-up fedhsa-quadratics-speed-up fedhsa-saddles-speed-up fedhsa-finite-sums-speed-up fedhsa-td-speed-up fedhsa-q-learning-speed-up scafflsa-average-speed-up streaming-fl-two-state-agents streaming-fl-more-agents richardson-romberg-heterogeneous',
    ),
    plant: () => {
      changeProblems((agent, index, problem) =>
        index === 0
          ? agent
          : { ...agent, operator: (...given) => sharing(agent, problem.agent(0)).operator(...given) },
      );
    },
  },
  {
    name: 'independent-for-markov',
    ofProblems: true,
    touches: ['fedhsa', 'minibatch-sgd', 'local-sa', 'local-sgd-m'],
    about: about(
      'fedhsa-mixing-inflation streaming-fl-spectral-gap streaming-fl-bound-and-agents streaming-fl-gradient-error streaming-fl-mixing-time-k-10 streaming-fl-mixing-time-k-100 streaming-fl-mixing-time-k-1000',
    ),
    plant: () => {
      ofChains((agent) => {
        const law = stationaryOf(agent);
        return { transition: Float64Array.from(agent.transition, (_, at) => law[at % agent.states]!) };
      });
      changeSpecification('two-state-regression', (entry) => ({ ...entry, flipProbability: 0.5 }));
      changeProblems(
        (agent) => ({
          ...agent,
          operator: (sampling, ...rest) => agent.operator(sampling === 'markov' ? 'iid' : sampling, ...rest),
        }),
        // On-policy there is no law of independent observations.
        (kind) => kind !== 'sarsa',
      );
    },
  },
  {
    name: 'noise-halved',
    ofProblems: true,
    touches: ['fedhsa', 'local-sa', 'minibatch-sgd', 'scafflsa'],
    about: about(
      'scafflsa-single-agent fedhsa-floor-agents-and-steps streaming-fl-noise-and-agents scafflsa-fedlsa-speed-up',
    ),
    plant: () => {
      ofChains((agent) => {
        const law = stationaryOf(agent);
        return { A: spread(agent.A, law, 0.5), b: spread(agent.b, law, 0.5) };
      });
      changeSpecification('gauss-markov-quadratic', (entry) => ({
        ...entry,
        noiseVariance: (entry.noiseVariance as number) / 4,
      }));
      changeSpecification('finite-sum-quadratic', (entry) => ({
        ...entry,
        componentOffset: (entry.componentOffset as number) / 2,
      }));
    },
  },
  {
    name: 'wrong-gaps',
    touches: ALL,
    about: about(
      'fedhsa-two-steps-bias richardson-romberg-heterogeneous-few-steps richardson-romberg-logistic-orders streaming-fl-noise-and-agents',
    ),
    plant: () => {
      changeGaps((gap) => Math.ceil(1.5 * gap));
    },
  },
  {
    name: 'gaps-of-ten-at-most',
    // only claims of these have more than ten steps and are decided by simulation
    touches: ['local-sa', 'scafflsa', 'scaffold', 'richardson-romberg'],
    about: about(
      'q-learning-local-steps streaming-fl-more-local-steps streaming-fl-table-2-falls streaming-fl-drift-of-local-sgd richardson-romberg-heterogeneous scafflsa-high-heterogeneity',
    ),
    plant: () => {
      changeGaps((gap) => Math.min(10, gap));
    },
  },
  {
    name: 'coins-of-half-the-probability',
    touches: ['scafflsa'],
    about: [],
    plant: () => {
      const bernoulli = TRIGGERS.find(({ name }) => name === 'bernoulli') as unknown as Changeable<{
        gap: (settings: { readonly probability: number }, ...rest: unknown[]) => number;
      }>;
      const { gap } = bernoulli;
      bernoulli.gap = ({ probability }, ...rest) => gap({ probability: probability / 2 }, ...rest);
    },
  },
];

/** Extrapolates with a weight of the fine run, the coarse one having what is left of 1. */
function weighted(fine: number): void {
  changeServer('richardson-romberg', (part) => ({
    ...part,
    model: () => {
      const [first, two] = part.kept!();
      return Float64Array.from(first!, (x, j) => fine * x + (1 - fine) * two![j]!);
    },
  }));
}

/** An agent whose observations are those of the first agent, where both have the same kind of stream. */
const sharing = (agent: AgentProblem, first: AgentProblem): AgentProblem =>
  agent.mean === undefined ? agent : first;

/** Plants a fault in this process, for good. */
export function plant(name: string): void {
  if (name === 'none') return;
  const fault = FAULTS.find((fault) => fault.name === name);
  if (fault === undefined) throw new RangeError(`${name}: there is no such fault`);
  fault.plant();
}
