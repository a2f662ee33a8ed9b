/** What is computed with at most one or two chain factors, before the first round. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Matrix } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ChainSize, LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { chainSize, localChain } from '../chain/localSteps.ts';
import type { MomentConfiguration } from '../moments/knownProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Setting } from '../moments/setting.ts';
import { likeTrigger } from '../../triggers/index.ts';
import { tooExpensive, tooLarge, type Unknown } from '../unknown.ts';
import { agentTables, turned } from './agentTables.ts';
import { type LeadingFunctions, leadingFunctions, reachedFunctions } from './chainFunctions.ts';
import type { WeightedGap } from '../moments/gaps.ts';
import { gapNodes } from './gapNodes.ts';
import { type LevelCost, preparationCost, singleCost } from './levelCost.ts';
import type { GapStages } from './levelRounds.ts';
import { recurrentChain } from '../../maths/jumpLinear/derivedChains.ts';
import { LevelStage } from './levelStage.ts';
import { forgets, stagesOf } from './stages.ts';

/** What a refusal for its cost begins with. */
export const LEVELS_TAKE = 'moments with at most two chain factors take';

/** Whether there are levels for such a problem: agents on finite chains. */
export const hasLevels = ({ sampling, agents }: Omit<Setting, 'program'>): boolean =>
  sampling === 'markov' && agents.every(({ law }) => law?.kind === 'finite');

/** Fewer multiplications than this levels never take, judged by the chain of agent 0. */
export function leastOfLevels(problem: Problem, { trigger }: Pick<MomentConfiguration, 'trigger'>): number {
  const { agents, dimension } = problem;
  const states = problem.agent(0).chain?.states;
  const like = likeTrigger(trigger);
  const nodes = like && gapNodes(like);
  if (states === undefined || nodes === undefined) return Infinity;
  const chain: ChainSize = { states, moves: 0, operators: 0, kind: 'dense' };
  const gaps = nodes.map(({ gap }) => gap);
  return agents * preparationCost([chain], gaps, dimension).multiplications;
}

export interface LevelPlan {
  /** chains that differ, and how many agents each is of */
  readonly classes: readonly LocalChain[];
  readonly multiplicities: readonly number[];
  /** with one chain factor */
  readonly single: LevelCost;
  /** of all gaps together */
  readonly stages: number;
  /** the stages of each gap, with one chain factor */
  readonly build: () => GapStages[];
}

/** The agents' chains, and the gaps at which rounds are computed. */
export interface LevelChains {
  readonly chains: readonly LocalChain[];
  readonly nodes: readonly WeightedGap[];
}

/** The chains and gaps of a problem, or why there are none within a budget. */
export function levelChains(setting: Setting, budget: MomentBudget): LevelChains | Unknown {
  const { agents, root, trigger, program } = setting;
  if (!hasLevels(setting)) return { reason: 'levels are for finite chains under Markov sampling' };
  const d = root.length;
  const nodes = gapNodes(trigger);
  if (nodes === undefined) return { reason: `${LEVELS_TAKE} rounds of too many steps` };
  const beforehand = preparationCost(
    agents.map((agent) => {
      const law = agent.law as FiniteObservations;
      const size = chainSize(law, root);
      // Two exchanges on moves' operators: the chain is then that of the moves.
      const isOfMoves = program.evaluation !== undefined && law.observes !== 'states';
      return isOfMoves ? { ...size, states: size.moves } : size;
    }),
    nodes.map(({ gap }) => gap),
    d,
  );
  if (beforehand.doubles > budget.doubles) return tooLarge(LEVELS_TAKE, beforehand.doubles, budget);
  if (beforehand.multiplications > budget.multiplications)
    return tooExpensive(LEVELS_TAKE, beforehand.multiplications, budget);
  const chains: LocalChain[] = [];
  for (const { law } of agents) {
    const chain = chainOf(law as FiniteObservations, root);
    if (chain === undefined) return { reason: 'a chain starts in a state that it never comes back to' };
    chains.push(chain);
  }
  return { chains, nodes };
}

/** The chain of the last root asked for: one for all algorithms of a run. */
const lastChains = new WeakMap<FiniteObservations, { readonly root: Vector; readonly chain?: LocalChain }>();

/** An agent's chain on the states that it keeps coming back to; none where it may start in another. */
function chainOf(law: FiniteObservations, root: Vector): LocalChain | undefined {
  const last = lastChains.get(law);
  if (last?.root === root) return last.chain;
  const chain = recurrentChain(localChain(law, root));
  lastChains.set(law, { root, ...(chain && { chain }) });
  return chain;
}

/** Chains and what their rounds cost, or why there are none within a budget. */
export function levelPlan(
  setting: Setting,
  budget: MomentBudget,
  known: LevelChains | Unknown = levelChains(setting, budget),
): LevelPlan | Unknown {
  if ('reason' in known) return known;
  const { chains, nodes } = known;
  const { program, agents } = setting;
  const { classes, multiplicities } =
    program.correction === 'kept' ? { classes: chains, multiplicities: chains.map(() => 1) } : alike(chains);
  const planned = nodes.map(({ gap, weight }) => ({
    weight,
    stages: stagesOf(program, classes, agents.length, gap),
  }));
  const moves = program.evaluation === undefined;
  const functions = planned[0]!.stages[0]!.agents.map(({ pass }) => reachedFunctions(pass.chain, moves));
  const single = singleCost(
    planned,
    functions.map(({ columns }) => columns),
  );
  if (single.doubles > budget.doubles) return tooLarge(LEVELS_TAKE, single.doubles, budget);
  const build = (): GapStages[] =>
    planned.map(({ weight, stages }) => ({
      weight,
      stages: stages.map((stage) => {
        const forgetting = stage.agents.every(forgets);
        const agents = stage.agents.map((agent, i) => agentTables(agent, functions[i]!, forgetting));
        return new LevelStage(stage, agents, multiplicities);
      }),
    }));
  const stages = planned.reduce((sum, gap) => sum + gap.stages.length, 0);
  return { classes, multiplicities, single, stages, build };
}

/** The gap near the mean, which speaks for all: functions of the state hardly depend on it. */
export const typicalGap = (gaps: readonly GapStages[]): GapStages => gaps[Math.floor(gaps.length / 2)]!;

/**
 * The functions of each class that pairs are followed by.
 *
 * @param covariances - E[X Xᵀ] at the start of each stage of the typical gap, and of the last at its end
 * @param omits - part of the squared singular values that may be left out
 */
export function pairFunctions(
  gaps: readonly GapStages[],
  covariances: readonly Matrix[],
  omits: number,
): LeadingFunctions[] {
  const { stages } = typicalGap(gaps);
  return stages[0]!.agents.map((_, i) =>
    leadingFunctions(
      stages.map(({ agents }) => agents[i]!),
      covariances,
      omits,
    ),
  );
}

/** The stages by functions of which the first are those of pairs. */
export const withPairs = (gaps: readonly GapStages[], functions: readonly LeadingFunctions[]): GapStages[] =>
  gaps.map(({ weight, stages }) => ({
    weight,
    stages: stages.map(({ stage, agents, multiplicity }) => {
      const tables = agents.map((agent, i) => turned(agent, functions[i]!.Q, functions[i]!.r));
      return new LevelStage(stage, tables, multiplicity);
    }),
  }));

/** Agents whose chains and operators are the same, once. */
function alike(chains: readonly LocalChain[]): {
  readonly classes: readonly LocalChain[];
  readonly multiplicities: readonly number[];
} {
  const classes: LocalChain[] = [];
  const multiplicities: number[] = [];
  for (const chain of chains) {
    const k = classes.findIndex((other) => isSame(chain, other));
    if (k < 0) {
      classes.push(chain);
      multiplicities.push(1);
    } else multiplicities[k]!++;
  }
  return { classes, multiplicities };
}

/** Of a chain all that agents may differ in. */
const numbersOf = ({ first, next, probability, start, operators }: LocalChain): ArrayLike<unknown>[] => [
  ...[first, next, probability, start],
  ...Object.values<ArrayLike<unknown>>({ ...operators }),
];

const isSame = (chain: LocalChain, other: LocalChain): boolean => {
  const numbers = numbersOf(other);
  return numbersOf(chain).every(
    (values, k) =>
      values.length === numbers[k]?.length &&
      Array.prototype.every.call(values, (value, j) => value === numbers[k]![j]),
  );
};
