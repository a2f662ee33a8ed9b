/** The map that takes moments from one round to the next, at one step size. */
import type { Problem } from '../../problems/operator.ts';
import type { MomentBudget } from '../budgets.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { Setting } from '../moments/setting.ts';
import { agentsOfSteps } from '../stepOperators.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { COINS } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';

export interface MomentMap {
  /** about how many multiplications its spectral radius takes */
  readonly cost: number;
  /** its spectral radius; Infinity where the moments do not exist */
  readonly factor: () => number | Unknown;
  /** whether a map of a level leaves nothing out */
  readonly isExact?: boolean;
}

/** What a refusal of the map of second moments for its work begins with. */
export const SQUARES_TAKE = 'the map of second moments takes';

/** Times d², what an agent's part of one round takes at the least. */
const MULTIPLICATIONS_AN_AGENT = 100;

/** Whether even a round of all agents takes more than a budget: seen without building them, which of many takes longer than all else. */
export const isRoundTooLarge = ({ agents, dimension }: Problem, { multiplications }: MomentBudget): boolean =>
  MULTIPLICATIONS_AN_AGENT * agents * dimension ** 2 > multiplications;

/** Of moments that do not exist. */
const INFINITE: MomentMap = { cost: 0, factor: () => Infinity, isExact: true };

/**
 * The map of an algorithm of several runs, whose models it adds up: moments stay bounded where those of every run do, by
 * Cauchy and Schwarz those of two runs, too.
 */
export function overRuns(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  mapOf: (setting: Setting) => MomentMap | Unknown,
): MomentMap | Unknown {
  const runs = allRunsOf(algorithm, known.trigger, known.agents.length);
  if ('reason' in runs) return runs;
  if (known.sampling === 'markov' && runs.some(({ program }) => program.sent !== undefined))
    return because(COINS);
  const maps: MomentMap[] = [];
  for (const { program, trigger } of runs) {
    const seen = agentsOfSteps(known, program.act);
    const map = 'reason' in seen ? seen : mapOf({ ...seen, program, trigger });
    if ('reason' in map && !map.isInfinite) return map;
    maps.push('reason' in map ? INFINITE : map);
  }
  return {
    cost: maps.reduce((sum, { cost }) => sum + cost, 0),
    isExact: maps.every(({ isExact }) => isExact === true),
    factor: () => {
      let most = 0;
      for (const { factor } of maps) {
        const found = factor();
        if (typeof found !== 'number') return found;
        most = Math.max(most, found);
      }
      return most;
    },
  };
}
