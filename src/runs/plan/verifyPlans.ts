/** What the plans cost in runs. */
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { generatorFor } from '../../maths/generator.ts';
import { triggerOf } from '../../search/plan/searchRange.ts';
import { scannedParameter } from '../../theory/stability/scannedStep.ts';
import { intervalOf, measuredPassage } from './measuredPassage.ts';
import type { PlanQuestion } from './planQuestion.ts';
import type { Plan, VerifiedCost } from '../../recording/planReport.ts';
import { simulatedErrors } from './simulatedErrors.ts';

/** A run goes on for so many rounds beyond T: its mean there is pooled with what lies before. */
const BEYOND = 1;
const LEAST_BEYOND = 20;

/** The plans, each that was found with the cost that runs with seeds 1, 2, … took. */
export async function verifiedPlans(
  plans: readonly Plan[],
  questionOf: (plan: Plan) => PlanQuestion,
  seeds: number,
  signal: AbortSignal,
  begins: (plan: Plan) => void,
): Promise<Plan[]> {
  const out: Plan[] = [];
  for (const plan of plans) {
    if (signal.aborted) break;
    if (plan.kind === 'none') out.push(plan);
    else {
      begins(plan);
      out.push({ ...plan, verified: await verifiedCost(questionOf(plan), plan, seeds, signal) });
    }
  }
  return out;
}

/** The algorithm of a plan, with what was planned for it. */
function plannedAlgorithm({ algorithms }: RunConfiguration, plan: Plan): ScheduledAlgorithm {
  const algorithm = algorithms.find((each) => keyOf(each) === plan.algorithm)!;
  const { serverStepSize, others } = plan;
  return {
    ...algorithm,
    ...(serverStepSize !== null && { serverStepSize }),
    ...others,
    [scannedParameter(algorithm)!]: plan.stepSize!,
  };
}

async function verifiedCost(
  question: PlanQuestion,
  plan: Plan,
  count: number,
  signal: AbortSignal,
): Promise<VerifiedCost> {
  const { gap, configuration } = question;
  const rounds = plan.rounds!;
  const [errors] = await simulatedErrors(
    question,
    {
      algorithms: [plannedAlgorithm(configuration, plan)],
      trigger: triggerOf(gap.kind, plan[gap.kind]!),
      rounds: rounds + Math.max(LEAST_BEYOND, Math.ceil(BEYOND * rounds)),
      seeds: Array.from({ length: count }, (_, k) => k + 1),
    },
    signal,
  );
  const T = measuredPassage(errors!, plan.epsilon);
  const [low, high] = intervalOf(errors!, plan.epsilon, generatorFor(count, 'plan', 'verify'));
  const each = rounds === 0 ? 0 : plan.cost! / rounds;
  const cost = (passage: number): number | null => (passage === Infinity ? null : passage * each);
  return { seeds: count, cost: cost(T), low: cost(low), high: cost(high), reached: T < Infinity };
}
