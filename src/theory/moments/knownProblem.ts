/** What exact moments need to know of a problem and a run, whatever the algorithm. */
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import { lawMissing } from '../../problems/lawMissing.ts';
import { stridedLaw } from '../../problems/stridedLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { linearProblem } from '../linearProblem.ts';
import type { KnownAgent, Setting } from './setting.ts';
import { roundBased, withLikeTrigger, type WithPolicy } from '../roundBased.ts';
import { type ScheduleLaw, scheduleLaw } from '../schedules/answerLaw.ts';
import { because, type Unknown } from '../unknown.ts';

/** What exact moments depend on of a run, beside its algorithm; the stride is 1 if left out. */
export type MomentConfiguration = Pick<RunConfiguration, 'trigger' | 'sampling' | 'initial'> &
  Partial<Pick<RunConfiguration, 'stride'>> &
  WithPolicy;

/** A setting without its program. */
export type KnownProblem = Omit<Setting, 'program'>;

/** Of a run in which all agents take part. */
const EVERYONE: ScheduleLaw = {};

/** Doubles that the transition matrices of all agents may take: 160 MB. */
const MOST_LAWS = 2e7;

/** What is said where the laws of the observations cannot be held together. */
export function lawsTooLarge(problem: Problem): Unknown | undefined {
  const { agents } = problem;
  const states = problem.agent(0).chain?.states ?? 0;
  return agents * states ** 2 > MOST_LAWS
    ? because(`the transition matrices of ${agents} agents, of ${states} states each, are too large`)
    : undefined;
}

/** The agents' means and laws, the root and the start, or why they have no exact moments. */
export function knownProblem(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
): KnownProblem | Unknown {
  const based = withLikeTrigger(configuration);
  if ('reason' in based) return based;
  const { trigger, sampling, initial, stride = 1 } = based;
  const schedule = 'reason' in roundBased(configuration) ? scheduleLaw(problem, configuration) : EVERYONE;
  if ('reason' in schedule) return schedule;
  if (schedule.participation && sampling === 'markov')
    return because('under Markov sampling observations depend on the rounds that an agent missed');
  const needsLaws = sampling !== 'exact' && solution.mean?.kind === 'linear';
  if (needsLaws && problem.agent(0).observations === undefined) return unknownLaw(problem, 0);
  const tooLarge = needsLaws ? lawsTooLarge(problem) : undefined;
  if (tooLarge !== undefined) return tooLarge;
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return linear;
  const facts = factsOf(problem, solution, linear.root);
  const agents: KnownAgent[] = [];
  for (const [index, mean] of linear.agents.entries()) {
    // Of independent draws every q-th ones are independent draws too.
    const law = sampling === 'exact' ? undefined : facts.lawOf(index, sampling === 'markov' ? stride : 1);
    if (law === undefined && sampling !== 'exact') return unknownLaw(problem, index);
    if (law !== undefined && 'reason' in law) return law;
    agents.push({ mean, law });
  }
  return {
    trigger,
    sampling,
    ...schedule,
    agents,
    root: facts.root,
    initial: Float64Array.from(initial, (value, j) => value - linear.root[j]!),
  };
}

/** The root and the laws of a problem, the same objects for all algorithms: what is derived from them is kept with them. */
interface Facts {
  readonly root: Float64Array;
  /** of every q-th observation */
  lawOf(agent: number, stride: number): ObservationLaw | Unknown | undefined;
}

const factsByProblem = new WeakMap<Problem, { readonly solution: Solution; readonly facts: Facts }>();

function factsOf(problem: Problem, solution: Solution, root: ArrayLike<number>): Facts {
  const last = factsByProblem.get(problem);
  if (last?.solution === solution) return last.facts;
  const laws = new Map<string, ObservationLaw | Unknown | undefined>();
  const facts: Facts = {
    root: Float64Array.from(root),
    lawOf: (agent, stride) => {
      const key = `${agent}/${stride}`;
      if (!laws.has(key)) {
        const law = problem.agent(agent).observations?.();
        laws.set(key, law && stridedLaw(law, stride));
      }
      return laws.get(key);
    },
  };
  factsByProblem.set(problem, { solution, facts });
  return facts;
}

const unknownLaw = (problem: Problem, agent: number): Unknown => ({ reason: lawMissing(problem, agent) });

/**
 * Whether the joint chain of all agents alone is already beyond a number of doubles, computed without
 * building more agents than it takes: the agents of a large problem are expensive.
 */
export function joinsTooMany(problem: Problem, { sampling }: MomentConfiguration, doubles: number): boolean {
  if (sampling !== 'markov') return false;
  const { agents, dimension } = problem;
  const coordinates = 1 + dimension * (1 + agents);
  let jointStates = 1;
  for (let index = 0; index < agents; index++) {
    const { chain } = problem.agent(index);
    if (chain === undefined) return false;
    jointStates *= chain.states;
    if (jointStates * coordinates ** 2 > doubles) return true;
  }
  return false;
}
