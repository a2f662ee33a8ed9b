/**
 * Moments of rounds in which all agents take part, followed one after another with all vectors that parts keep. The parts only add
 * vectors with factors, but are no round as data (round/tracedProgram.ts): their server sends each agent another message, agents are
 * not alike, more is remembered, or steps and other factors change from round to round.
 */
import { algorithmOf, type ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { opensToEach } from '../../algorithms/serverTraits.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { counted } from '../../values/counted.ts';
import type { MomentBudget } from '../budgets.ts';
import { withConstantStep } from '../constantStep.ts';
import { cumulantErrors } from '../levels/relativeErrors.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import { NoiseFreeRun } from '../noiseFree/noiseFreeRun.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { Unfollowed } from '../linearParts.ts';
import { refuseOtherParts } from '../round/agreement.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import {
  answerCost,
  type ArrivalErrors,
  arrivalErrors,
  changingCost,
  type Way,
  waysOf,
} from './arrivalErrors.ts';
import type { PartCall } from './schedule.ts';

/** The errors at the rounds asked for; with their estimated errors where something is neglected. */
export interface FollowedErrors extends ArrivalErrors {
  readonly worth?: { readonly neglects: string; readonly relativeError: readonly number[] };
}

/**
 * The errors, as far as rounds have one length.
 *
 * @param why - the rounds are not data: the reason that stays where they cannot be followed either
 * @param rounds - in increasing order; round 0 is the start
 */
export function followedErrors(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  why: Unknown,
  rounds: readonly number[],
  budget: MomentBudget,
): FollowedErrors | Unknown {
  const { agents, trigger, participation, answers } = known;
  if (trigger.kind !== 'deterministic' || participation !== undefined || answers !== undefined) return why;
  if (nonlinearOrRandom(algorithm) !== undefined) return why;
  try {
    refuseOtherParts({ algorithm, trigger, agents: agents.length });
    return alongRounds(known, { algorithm, gap: trigger.localSteps }, rounds, budget);
  } catch (error) {
    if (error instanceof Unfollowed) return why;
    throw error;
  }
}

interface Followed {
  readonly algorithm: ConfiguredAlgorithm;
  /** H */
  readonly gap: number;
}

function alongRounds(
  known: KnownProblem,
  followed: Followed,
  rounds: readonly number[],
  budget: MomentBudget,
): FollowedErrors | Unknown {
  const { agents, root } = known;
  const { algorithm, gap } = followed;
  const last = rounds.at(-1) ?? 0;
  const initial = known.initial.map((x, j) => x + root[j]!);
  const refusal = (needed: number): Unknown =>
    tooExpensive(`${counted(last, 'round')}, one after another, take`, needed, budget);
  // The first one is run before what they cost is counted from its exchanges.
  const leastCost = agents.length * gap * initial.length ** 2 * Math.max(1, last);
  if (leastCost > budget.multiplications) return refusal(leastCost);
  const run = new NoiseFreeRun(
    algorithm,
    agents.map(({ mean }) => mean),
    initial,
    known.trigger,
  );
  const exchanges = [run.advance(gap)];
  const models = [Float64Array.from(run.model)];
  const answers = agents.length * exchanges[0]!.length * last;
  const errorsBy = ({ joint, neglects }: Way): FollowedErrors | Unknown => {
    const setting = { ...known, algorithm, initial, joint };
    const changing =
      withConstantStep(algorithm as ScheduledAlgorithm) === undefined ? changingCost(setting, gap) : 0;
    const cost = answers * (answerCost(setting, gap, rounds.length) + changing);
    if (cost > budget.multiplications) return refusal(cost);
    for (; run.round < last; models.push(Float64Array.from(run.model))) exchanges.push(run.advance(gap));
    const schedule = {
      calls: callsOf(exchanges, agents.length, followed),
      fold: undefined,
      noiseFree: models,
    };
    const errorsOf = (sampling: KnownProblem['sampling']): ArrivalErrors | Unknown => {
      const found = arrivalErrors({ ...setting, sampling }, schedule, rounds, budget);
      return 'reason' in found && found.needed !== undefined ? refusal(found.needed) : found;
    };
    const found = errorsOf(known.sampling);
    if (neglects === undefined || 'reason' in found) return found;
    const independent = errorsOf('iid');
    if ('reason' in independent) return independent;
    const relativeError = cumulantErrors(found.meanSquare, independent.meanSquare);
    return { ...found, worth: { neglects, relativeError } };
  };
  const [best, ...others] = waysOf(known, algorithm, budget);
  return others.reduce((found, way) => ('reason' in found ? errorsBy(way) : found), errorsBy(best));
}

/**
 * The calls of rounds in which all agents take part.
 *
 * @param rounds - of each exchange of each round, whether it asks for local steps
 * @param agents - M
 */
function callsOf(
  rounds: readonly (readonly boolean[])[],
  agents: number,
  { algorithm, gap }: Followed,
): PartCall[] {
  const isOpenedToEach = opensToEach(algorithmOf(algorithm));
  const calls: PartCall[] = [];
  let messages = 0;
  rounds.forEach((exchanges, before) => {
    const round = before + 1;
    let message = messages++;
    calls.push({ kind: 'open', message, round, localSteps: gap });
    exchanges.forEach((asksForSteps, exchange) => {
      const answers = Array.from({ length: agents }, (_, agent) => {
        let given = message;
        if (exchange === 0 && isOpenedToEach)
          calls.push({ kind: 'openTo', message: (given = messages++), agent });
        const answer = messages++;
        const asked = { message: given, round, localSteps: asksForSteps ? gap : 0, taken: true };
        calls.push({ kind: 'ask', agent, asked, answer });
        return answer;
      });
      const isLast = exchange + 1 === exchanges.length;
      if (!isLast) message = messages++;
      calls.push({ kind: 'receive', answers, round, localSteps: gap, message: isLast ? undefined : message });
    });
  });
  return calls;
}
