/** What SCAFFLSA's theorems say of a run: bounds after its last round, and how a precision is reached. */
import { squaredDistance } from '../../maths/vector.ts';
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { localSa } from '../../algorithms/localSa.ts';
import { scafflsa } from '../../algorithms/scafflsa.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { budgetedRounds } from '../../configuration/budget.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { linearProblem, type LinearProblem } from '../linearProblem.ts';
import { meanErrors } from '../mean/meanRecursion.ts';
import { meanRound } from '../mean/roundMap.ts';
import { lsaConstants, type LsaConstants } from './scafflsa/assumptions.ts';
import {
  deterministicCommunicationBound,
  deterministicCommunicationPlan,
} from './scafflsa/deterministicCommunication.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { RoundBased } from '../roundBased.ts';
import { fedLsaBound, heterogeneousPlan, synchronousPlan } from './scafflsa/fedLsa.ts';
import { randomCommunicationBound, randomCommunicationPlan } from './scafflsa/randomCommunication.ts';
import { QUANTITY } from './quantities.ts';
import { digits, type RunPlan, statementOf, type TermedStatement } from './statement.ts';
import {
  lawsOf,
  OPEN_END,
  type RunStatement,
  stated,
  type Statement,
  statementsOf,
  type Steps,
  type Theorems,
} from './statedRun.ts';
import { because, type Unknown } from '../unknown.ts';

type Configuration = RoundBased<
  Pick<RunConfiguration, 'algorithms' | 'trigger' | 'sampling' | 'budget' | 'initial'>
>;

/** A run on a linear problem that meets A 1 and A 2. */
interface KnownRun {
  readonly linear: LinearProblem;
  readonly constants: LsaConstants;
  readonly trigger: TriggerConfiguration;
  /** T, and ‖θ_0 − θ*‖ */
  readonly rounds: number;
  readonly initialDistance: number;
}

const FED_LSA = 'SCAFFLSA Th. 4.1';
/** The precision ε whose cost is given, as a part of ‖θ_0 − θ*‖. */
const PART = 1 / 10;

const THEOREMS = new Map<Algorithm, Theorems<KnownRun>>([
  [localSa, { source: FED_LSA, quantity: QUANTITY.error, evaluate: localSaStatements }],
  [scafflsa, { source: 'SCAFFLSA Th. 5.1, 5.3', quantity: QUANTITY.error, evaluate: controlled }],
]);

/** In the order of the configuration's algorithms, those of Local SA and SCAFFLSA. */
export const scafflsaStatements = (
  problem: Problem,
  solution: Solution,
  configuration: Configuration,
): RunStatement[] =>
  statementsOf(THEOREMS, configuration.algorithms, () => knownRun(problem, solution, configuration));

function knownRun(
  problem: Problem,
  solution: Solution,
  { trigger, sampling, budget, initial }: Configuration,
): KnownRun | Unknown {
  if (budget.kind === 'limits') return { reason: OPEN_END };
  if (sampling === 'markov') return { reason: 'needs i.i.d. observations (A 1)' };
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return linear;
  const laws = lawsOf(problem, sampling);
  if ('reason' in laws) return laws;
  const constants = lsaConstants(linear, laws);
  if ('reason' in constants) return constants;
  return {
    linear,
    constants,
    trigger,
    rounds: budgetedRounds({ trigger, budget }),
    initialDistance: Math.sqrt(squaredDistance(Float64Array.from(initial), linear.root)),
  };
}

function localSaStatements({ stepSize }: Steps, run: KnownRun): Statement[] {
  const { constants, initialDistance } = run;
  const out = [stated(FED_LSA, QUANTITY.error, localSaBound(stepSize, run))];
  if (!(initialDistance > 0)) return out;
  const precision = PART * initialDistance;
  return [
    ...out,
    planned('SCAFFLSA Cor. 4.4', precision, synchronousPlan(constants, precision, initialDistance)),
    planned('SCAFFLSA Cor. 4.5', precision, heterogeneousPlan(constants, precision, initialDistance)),
  ];
}

function localSaBound(stepSize: number, run: KnownRun): TermedStatement | Unknown {
  const { linear, constants, trigger, rounds, initialDistance } = run;
  if (trigger.kind !== 'deterministic') return because('needs a fixed number of local steps');
  const { root } = linear;
  const round = meanRound(linear, { name: 'local-sa', stepSize, serverStepSize: 1 }, trigger)!;
  const biasAfter = (rounds: number): number => Math.sqrt(meanErrors(round, root, root, [rounds])[0]!);
  const { localSteps } = trigger;
  const drift = biasAfter(1);
  const bound = fedLsaBound(constants, { stepSize, localSteps, initialDistance, drift, biasAfter });
  if ('reason' in bound) return bound;
  return statementOf('bound', [{ symbol: '(deviation + bias)²', value: bound.meanSquare(rounds) }]);
}

function controlled({ stepSize }: Steps, run: KnownRun): Statement[] {
  const { constants, trigger, rounds, initialDistance } = run;
  const random = trigger.kind === 'bernoulli';
  const precision = PART * initialDistance;
  const [bound, plan] = random
    ? [
        randomCommunicationBound(constants, stepSize, trigger.probability, initialDistance),
        randomCommunicationPlan,
      ]
    : [
        deterministicCommunicationBound(constants, stepSize, trigger.localSteps, initialDistance),
        deterministicCommunicationPlan,
      ];
  // Theorem 5.1 is about a number of local steps.
  const at = random ? Math.floor(rounds / trigger.probability) : rounds;
  const statement =
    'reason' in bound
      ? bound
      : statementOf('bound', [
          { symbol: 'transient', value: bound.meanSquare(at) - bound.floor },
          { symbol: 'noise', value: bound.floor },
        ]);
  const out = random
    ? stated('SCAFFLSA Th. 5.1', `mean E‖θ_i − θ*‖² after ${at} local steps`, statement)
    : stated('SCAFFLSA Th. 5.3', QUANTITY.error, statement);
  if (!(initialDistance > 0)) return [out];
  const source = `SCAFFLSA Cor. ${random ? '5.2' : '5.4'}`;
  return [out, planned(source, precision, plan(constants, precision, initialDistance))];
}

function planned(source: string, precision: number, plan: RunPlan | Unknown): Statement {
  const quantity = `T for E‖θ̄_T − θ*‖² ≤ ${digits(precision ** 2)}`;
  if ('reason' in plan) return stated(source, quantity, plan);
  const symbol = `T at η = ${digits(plan.stepSize)}, H = ${digits(plan.localSteps)}`;
  return stated(source, quantity, statementOf(plan.kind, [{ symbol, value: plan.rounds }]));
}
