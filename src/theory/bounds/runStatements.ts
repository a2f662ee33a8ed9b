/** What the theorems of the Richardson–Romberg, FedHSA and Streaming FL papers say of a configured run. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { fedHsa } from '../../algorithms/fedHsa.ts';
import { localSa } from '../../algorithms/localSa.ts';
import { localSgdMomentum } from '../../algorithms/localSgdMomentum.ts';
import { minibatchSgd } from '../../algorithms/minibatchSgd.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { budgetedRounds } from '../../configuration/budget.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { linearProblem } from '../linearProblem.ts';
import { fedAvgStatements } from './fedAvgStatements.ts';
import { fedHsaStatements } from './fedHsaStatements.ts';
import type { RoundBased } from '../roundBased.ts';
import {
  chainsOf,
  lawsOf,
  OPEN_END,
  type RunStatement,
  type StatedRun,
  statementsOf,
  type Theorems,
} from './statedRun.ts';
import {
  localSgdMomentumStatements,
  localSgdStatements,
  minibatchSgdStatements,
} from './streamingStatements.ts';
import type { Unknown } from '../unknown.ts';

/** The part of a run's configuration that the statements depend on. */
export type StatementConfiguration = RoundBased<
  Pick<RunConfiguration, 'algorithms' | 'trigger' | 'sampling' | 'stride' | 'budget' | 'initial'>
>;

const THEOREMS = new Map<Algorithm, Theorems<StatedRun>>([
  [
    localSa,
    {
      source: 'Richardson–Romberg; Streaming FL Th. 4.7',
      evaluate: (steps, run) => [...fedAvgStatements(steps, run), ...localSgdStatements(steps, run)],
    },
  ],
  [fedHsa, { source: 'FedHSA Th. 1, Th. 2', evaluate: fedHsaStatements }],
  [minibatchSgd, { source: 'Streaming FL Th. 4.5', evaluate: minibatchSgdStatements }],
  [localSgdMomentum, { source: 'Streaming FL Th. 4.9', evaluate: localSgdMomentumStatements }],
]);

/** In the order of the configuration's algorithms; those of which these papers say nothing have none. */
export const runStatements = (
  problem: Problem,
  solution: Solution,
  configuration: StatementConfiguration,
): RunStatement[] =>
  statementsOf(THEOREMS, configuration.algorithms, () => statedRun(problem, solution, configuration));

function statedRun(
  problem: Problem,
  solution: Solution,
  { trigger, sampling, stride, budget, initial }: StatementConfiguration,
): StatedRun | Unknown {
  if (trigger.kind !== 'deterministic') return { reason: 'stated for a fixed number of local steps' };
  if (budget.kind === 'limits') return { reason: OPEN_END };
  if (sampling === 'markov' && stride !== 1)
    return { reason: 'stated for streams of which every observation is used' };
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return { reason: `its constants are not known: ${linear.reason}` };
  const laws = lawsOf(problem, sampling);
  if ('reason' in laws) return { reason: `its constants are not known: ${laws.reason}` };
  return {
    linear,
    laws,
    chains: sampling === 'markov' ? chainsOf(laws) : undefined,
    sampling,
    localSteps: trigger.localSteps,
    rounds: budgetedRounds({ trigger, budget }),
    start: Float64Array.from(initial),
  };
}
