/** Mistakes that programs of these algorithms have had: each as what the program does wrong, so that its trajectory can be computed. */
import type { Message } from '../../algorithms/message.ts';
import { fedHsa } from '../../algorithms/fedHsa.ts';
import { scafflsa } from '../../algorithms/scafflsa.ts';
import { scaffold } from '../../algorithms/scaffold.ts';
import type { Vector } from '../../maths/vector.ts';
import { buffered } from '../../policies/buffered.ts';
import type { LocalOperator } from '../../problems/operator.ts';
import { bernoulli } from '../../triggers/bernoulli.ts';
import { deterministic } from '../../triggers/deterministic.ts';
import { work } from '../../triggers/work.ts';
import type { TableOperator } from './tableOperator.ts';
import type { Deviation } from './trajectory.ts';
import type { VectorCase } from './vectorCases.ts';
import { VECTOR_PROBLEM } from './vectorProblem.ts';

/** A mistake by its name in JSON. */
export interface Mistake {
  readonly name: string;
  /** what the program does */
  readonly text: string;
  /** `undefined` where a case gives no occasion for it */
  readonly deviation: (vectorCase: VectorCase) => Deviation | undefined;
}

/** An operator that differs from the right one in what it does on its observations. */
const operator = (change: (table: TableOperator) => Partial<LocalOperator>) => (): Deviation => ({
  operator: (table) => ({
    dimension: table.dimension,
    advance: (...work) => {
      table.advance(...work);
    },
    peek: (...work) => {
      table.peek(...work);
    },
    accumulate: (...work) => {
      table.accumulate(...work);
    },
    skip: (count) => {
      table.skip(count);
    },
    ...change(table),
  }),
});

function turn(vector: Float64Array): void {
  for (let j = 0; j < vector.length; j++) vector[j] = -vector[j]!;
}

/** G with the other sign in local steps. */
const stepsTurned = (table: TableOperator): Pick<LocalOperator, 'advance'> => ({
  // −(G − c) = −G + c
  advance: (theta, stepSize, correction, count) => {
    table.advance(
      theta,
      -stepSize,
      correction?.map((c) => -c),
      count,
    );
  },
});

/** G with the other sign. */
const turned = operator((table) => ({
  ...stepsTurned(table),
  peek: (theta, out) => {
    table.peek(theta, out);
    turn(out);
  },
  accumulate: (theta, count, out) => {
    table.accumulate(theta, count, out);
    turn(out);
  },
}));

/**
 * A loop with a wrong number of steps, in a program whose formulas have the right number.
 *
 * @param work - does it on an operator, given the right number
 */
const loop = (work: (table: TableOperator, count: number, doSteps: (count: number) => void) => void) =>
  operator((table) => ({
    advance: (theta, stepSize, correction, count) => {
      work(table, count, (steps) => {
        table.advance(theta, stepSize, correction, steps);
      });
    },
    accumulate: (theta, count, out) => {
      work(table, count, (steps) => {
        table.accumulate(theta, steps, out);
      });
    },
  }));

/** One H throughout, larger by so much: in the loop, and in each formula that has H. */
const largerH =
  (by: number) =>
  ({ trigger }: VectorCase): Deviation => ({
    localSteps: (count) => count + by,
    ...(trigger.kind === deterministic.name && {
      trigger: { ...trigger, localSteps: trigger.localSteps + by },
    }),
  });

/** The number of steps that is asked for, and a loop that makes up for what formulas take it to be larger. */
const largerInFormulas =
  (by: number) =>
  (vectorCase: VectorCase): Deviation => ({
    ...largerH(by)(vectorCase),
    ...loop((_, count, doSteps) => {
      doSteps(count - by);
    })(),
  });

/** Whether fewer agents than all take part. */
const participating = ({ schedule }: VectorCase): number | undefined =>
  schedule.kind === 'participants' ? schedule.agents[0]!.length : undefined;

/** How many agents' answers the server averages, where these are not all agents. */
function averaged(vectorCase: VectorCase): number | undefined {
  const { schedule } = vectorCase;
  return schedule.kind === 'arrivals' && schedule.policy.kind === buffered.name
    ? schedule.policy.count
    : participating(vectorCase);
}

const M = VECTOR_PROBLEM.agents.length;

/** The server's α_g times a factor; of an algorithm that has none, nothing. */
const serverStep = ({ algorithm }: VectorCase, factor: number): Deviation | undefined =>
  'serverStepSize' in algorithm && typeof algorithm.serverStepSize === 'number'
    ? { server: () => ({ ...algorithm, serverStepSize: factor * algorithm.serverStepSize }) }
    : undefined;

/** A server without rounds that takes τ to be larger by so much. */
const staleness =
  (by: number) =>
  ({ schedule }: VectorCase): Deviation | undefined =>
    schedule.kind === 'arrivals'
      ? { free: (step) => ({ ...step, weight: (tau, age) => step.weight(Math.max(0, tau + by), age) }) }
      : undefined;

/** The mistakes that are looked for, the likelier ones first. */
export const MISTAKES: readonly Mistake[] = [
  {
    name: 'full-control',
    text: 'agents send the full c_i instead of Δc_i',
    deviation: ({ algorithm: { name } }) =>
      name === scaffold.name
        ? {
            answer: (answer, part) => {
              const before = part.states!().control!;
              const { controlDifference } = answer as Message & { readonly controlDifference: Vector };
              return {
                ...answer,
                controlDifference: controlDifference.map((x, j) => x + before[j]!),
              } as Message;
            },
          }
        : undefined,
  },
  {
    name: 'controls-over-participants',
    text: 'c moves by the mean Δc_i of the |S| agents that take part, not by |S|/N of it',
    deviation: (vectorCase) => {
      const agents = participating(vectorCase);
      return vectorCase.algorithm.name === scaffold.name && agents !== undefined ? { agents } : undefined;
    },
  },
  {
    name: 'moves-over-all',
    text: 'the sum of the answers’ moves is divided by the number of all agents, not by that of the answers',
    deviation: (vectorCase) => {
      const answers = averaged(vectorCase);
      if (answers === undefined) return undefined;
      const factor = answers / M;
      if (vectorCase.schedule.kind !== 'arrivals') return serverStep(vectorCase, factor);
      return {
        free: ({ serverStepSize = 1, ...step }) => ({ ...step, serverStepSize: factor * serverStepSize }),
      };
    },
  },
  {
    name: 'operator-sign',
    text: 'G has the wrong sign, wherever it is evaluated',
    deviation: turned,
  },
  {
    name: 'step-sign',
    text: 'local steps go along −G instead of G; G_i(θ̄) has the right sign',
    deviation: (vectorCase) =>
      vectorCase.algorithm.name === fedHsa.name ? operator(stepsTurned)() : undefined,
  },
  {
    name: 'correction-sign',
    text: 'the correction of local steps, or what it moves by, has the wrong sign',
    deviation: operator((table) => ({
      advance: (theta, stepSize, correction, count) => {
        table.advance(
          theta,
          stepSize,
          correction?.map((c) => -c),
          count,
        );
      },
    })),
  },
  {
    name: 'server-sign',
    text: 'the server steps backwards',
    deviation: (vectorCase) => serverStep(vectorCase, -1),
  },
  {
    name: 'last-step-missing',
    text: 'one local step too few: the last observation of each round is not used',
    deviation: loop((table, count, doSteps) => {
      doSteps(count - 1);
      table.skip(1);
    }),
  },
  {
    name: 'first-step-missing',
    text: 'one local step too few: the first observation of each round is not used',
    deviation: loop((table, count, doSteps) => {
      table.skip(1);
      doSteps(count - 1);
    }),
  },
  {
    name: 'step-missing',
    text: 'H is one too small in the loop alone: each round goes on where the last one stopped reading',
    deviation: loop((_, count, doSteps) => {
      doSteps(count - 1);
    }),
  },
  {
    name: 'step-added',
    text: 'H is one too large in the loop alone: each round goes on where the last one stopped reading',
    deviation: loop((_, count, doSteps) => {
      doSteps(count + 1);
    }),
  },
  {
    name: 'next-observation-used',
    text: 'one local step too many: it uses the next round’s first observation, too',
    deviation: loop((table, count, doSteps) => {
      doSteps(count + 1);
      table.place--;
    }),
  },
  {
    name: 'fewer-local-steps',
    text: 'H is one too small in the loop and in the formulas',
    deviation: largerH(-1),
  },
  {
    name: 'more-local-steps',
    text: 'H is one too large in the loop and in the formulas',
    deviation: largerH(1),
  },
  {
    name: 'fewer-in-formulas',
    text: 'H is one too small in the formulas alone',
    deviation: largerInFormulas(-1),
  },
  {
    name: 'more-in-formulas',
    text: 'H is one too large in the formulas alone',
    deviation: largerInFormulas(1),
  },
  {
    name: 'drawn-gain',
    text: 'ξ_i moves by 1/(ηH), H the local steps that the round has drawn, instead of p/η',
    deviation: ({ algorithm, trigger }) =>
      algorithm.name === scafflsa.name && trigger.kind === bernoulli.name
        ? { trigger: { kind: work.name, seconds: 1 } } // no mean H is known, so the round's counts
        : undefined,
  },
  {
    name: 'evaluation-used-up',
    text: 'G_i(θ̄) has an observation of its own, which the first local step does not use again',
    deviation: operator((table) => ({
      peek: (theta, out) => {
        table.peek(theta, out);
        table.skip(1);
      },
    })),
  },
  { name: 'staleness-larger', text: 'the staleness is one too large', deviation: staleness(1) },
  { name: 'staleness-smaller', text: 'the staleness is one too small', deviation: staleness(-1) },
  {
    name: 'moves-from-newest',
    text: 'moves are taken from the newest model, not from the one that the agent was sent',
    deviation: ({ schedule }) =>
      schedule.kind === 'arrivals' && schedule.policy.kind === buffered.name
        ? {
            free: ({ serverStepSize = 1, ...step }) => ({
              ...step,
              fold: 'mix',
              weight: (tau, age) => serverStepSize * step.weight(tau, age),
            }),
          }
        : undefined,
  },
];
