/**
 * Whose answer comes next where agents go at their own pace and their cycles are exponential: agent i's with
 * probability p_i = λ_i/Λ, λ_i = 1/E cycle_i and Λ = Σ λ_i, whatever came before. So between an agent's message and its
 * answer lie k answers of others with probability p_i (1 − p_i)^k.
 */
import { DEFAULT_POLICY, policyOf } from '../../policies/index.ts';
import type { FoldRule } from '../../policies/policy.ts';
import { constantWeight, workingOf } from '../../policies/pace.ts';
import type { Problem } from '../../problems/operator.ts';
import { lawOf } from '../../triggers/index.ts';
import { because, type Unknown } from '../unknown.ts';
import { alikeAgents, cycleOf, exponentialPart } from './cycle.ts';
import { participation, type Participation, type ScheduledRun } from './participation.ts';

/** The law of the order of answers, and what the server does with them. */
export interface AnswerLaw {
  /** p_i `[M]` */
  readonly chances: readonly number[];
  /** Λ, answers a second */
  readonly rate: number;
  /** K, answers of a server step */
  readonly answers: number;
  /** how a server step makes a model of them, each of this weight */
  readonly fold: FoldRule;
  readonly weight: number;
}

/** A policy without rounds whose agents are always at work, or why the order of its answers has no law. */
export function ownPaced(agents: number, run: ScheduledRun) {
  const policy = policyOf(run.policy ?? DEFAULT_POLICY);
  const { name, free } = policy;
  const pace = policy.pace(agents);
  if (free === undefined || pace?.kind !== 'own')
    return because(`the policy is ${name}; whose answer comes next has no law that is known in closed form`);
  if (run.clock === 'wall') return because('on the wall clock times have no law that is known');
  return { free, answers: pace.answers, working: workingOf(pace, agents) };
}

/** The rate of each agent's answers while it is at work, where these come without memory; or why they do not. */
export function exponentialRates(
  agents: number,
  dimension: number,
  run: ScheduledRun,
): readonly number[] | Unknown {
  const law = lawOf(run.trigger);
  if (law?.kind !== 'constant')
    return because(
      'gaps are random, and longer ones take longer; closed forms are of gaps that are all alike',
    );
  const rates = alikeAgents(run.timing, agents).flatMap(({ first, last, fields }) => {
    const cycle = cycleOf(fields, law.gap, dimension, run.bits);
    const mean = cycle?.fixed === 0 ? exponentialPart(cycle) : undefined;
    return new Array<number>(last - first + 1).fill(1 / (mean ?? 0));
  });
  return rates.every(Number.isFinite)
    ? rates
    : because(
        'closed forms are of dispatches of exponential duration, in which nothing else takes time or goes wrong',
      );
}

/**
 * The law of the order of answers, or why it is not known.
 *
 * @param agents - M
 * @param dimension - d
 */
function answerLaw(agents: number, dimension: number, run: ScheduledRun): AnswerLaw | Unknown {
  const paced = ownPaced(agents, run);
  if ('reason' in paced) return paced;
  const { free, answers, working } = paced;
  if (working < agents)
    return because('whose answer comes next depends on who is at work, which the policy draws');
  const weight = constantWeight(free);
  if (weight === undefined)
    return because('weights depend on staleness, which would have to be part of the state');
  const rates = exponentialRates(agents, dimension, run);
  if ('reason' in rates) return rates;
  const { fold, serverStepSize, momentum } = free;
  return { ...shares(rates), answers, fold: { fold, serverStepSize, momentum }, weight };
}

/** λ_i/Λ of rates λ_i, and Λ. */
export function shares(rates: readonly number[]): Pick<AnswerLaw, 'chances' | 'rate'> {
  const rate = rates.reduce((sum, value) => sum + value, 0);
  return { chances: rates.map((value) => value / rate), rate };
}

/** Who takes part in a round, or whose answer comes next. */
export interface ScheduleLaw {
  /** all agents where it is left out */
  readonly participation?: Participation;
  /** of runs without rounds */
  readonly answers?: AnswerLaw;
}

/** The law of a run's schedule, or why there is none in closed form. */
export function scheduleLaw(
  { agents, dimension }: Pick<Problem, 'agents' | 'dimension'>,
  run: ScheduledRun,
): ScheduleLaw | Unknown {
  if (policyOf(run.policy ?? DEFAULT_POLICY).free) {
    const answers = answerLaw(agents, dimension, run);
    return 'reason' in answers ? answers : { answers };
  }
  const taking = participation(agents, dimension, run);
  return 'reason' in taking ? taking : { participation: taking };
}
