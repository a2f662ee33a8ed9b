/** What the theorems of the Richardson–Romberg, FedHSA and Streaming FL papers say of a configured run. */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../protocol/configuration.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import { linearProblem } from '../linearProblem.ts';
import { meanGap } from '../../triggers/index.ts';
import { fedAvgStatements } from './fedAvgStatements.ts';
import { fedHsaStatements } from './fedHsaStatements.ts';
import type { RoundBased } from '../roundBased.ts';
import { aboutAlgorithm, type RunStatement, stated, type StatedRun } from './statedRun.ts';
import { streamingStatements } from './streamingStatements.ts';

/** The part of a run's configuration that the statements depend on. */
export type StatementConfiguration = RoundBased<
  Pick<RunConfiguration, 'algorithms' | 'trigger' | 'sampling' | 'stride' | 'budget' | 'initial'>
>;

const SOURCES: Partial<Record<AlgorithmConfiguration['name'], string>> = {
  'local-sa': 'Richardson–Romberg; Streaming FL Th. 4.7',
  fedhsa: 'FedHSA Th. 1, Th. 2',
  'minibatch-sgd': 'Streaming FL Th. 4.5',
  'local-sgd-m': 'Streaming FL Th. 4.9',
};

/** In the order of the configuration's algorithms; those of which these papers say nothing have none. */
export function runStatements(
  problem: Problem,
  solution: Solution,
  configuration: StatementConfiguration,
): RunStatement[] {
  const named = configuration.algorithms.filter(({ name, own }) => !own && SOURCES[name] !== undefined);
  if (named.length === 0) return [];
  const run = statedRun(problem, solution, configuration);
  return named.flatMap((scheduled) => {
    const { name } = scheduled;
    const algorithm = withConstantStep(scheduled);
    const reason = algorithm === undefined ? CHANGING_STEP : 'reason' in run ? run.reason : undefined;
    return aboutAlgorithm(
      scheduled,
      reason !== undefined
        ? [stated(name, SOURCES[name]!, '', { reason })]
        : statementsOf(algorithm!, run as StatedRun),
    );
  });
}

function statementsOf(algorithm: AlgorithmConfiguration, run: StatedRun): RunStatement[] {
  switch (algorithm.name) {
    case 'local-sa':
      return [...fedAvgStatements(algorithm.stepSize, run), ...streamingStatements(algorithm, run)];
    case 'fedhsa':
      return fedHsaStatements(algorithm, run);
    default:
      return streamingStatements(algorithm, run);
  }
}

function statedRun(
  problem: Problem,
  solution: Solution,
  { trigger, sampling, stride, budget, initial }: StatementConfiguration,
): StatedRun | { readonly reason: string } {
  if (trigger.kind !== 'deterministic') return { reason: 'stated for a fixed number of local steps' };
  if (sampling === 'markov' && stride !== 1)
    return { reason: 'stated for streams of which every observation is used' };
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return { reason: `its constants are not known: ${linear.reason}` };
  const agents = linear.agents.map((_, index) => problem.agent(index));
  const laws = agents.map((agent) => (sampling === 'exact' ? undefined : agent.observations?.()));
  if (sampling !== 'exact' && laws.includes(undefined))
    return { reason: 'its constants are not known: some agent does not give the law of its observations' };
  const chains = laws.flatMap((law) => (law?.kind === 'finite' ? [law.chain] : []));
  return {
    linear,
    laws,
    chains: sampling === 'markov' && chains.length === agents.length ? chains : undefined,
    sampling,
    localSteps: trigger.localSteps,
    rounds: budget.kind === 'rounds' ? budget.rounds : Math.floor(budget.steps / meanGap(trigger)),
    start: Float64Array.from(initial),
  };
}
