/** An algorithm of the user's own, tried: some rounds on a small problem, twice. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { someValues } from '../../values/parameter.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import type { GarnetSpecification } from '../../problems/specification.ts';
import { runRounds } from '../../testing/runRounds.ts';
import { firstLine } from '../../values/failure.ts';

const AGENTS = 3;
const LOCAL_STEPS = 4;
const ROUNDS = 20;
/** Small enough for steps that are multiplied by others. */
const STEP = 0.05;

const GARNET: GarnetSpecification = {
  kind: 'garnet',
  agents: AGENTS,
  states: 6,
  actions: 2,
  branching: 3,
  dimension: 3,
  heterogeneity: 'high',
  discount: 0.8,
  seed: 1,
};

/** What is wrong with it, a line each; none where nothing was found. */
export function tryAlgorithm(algorithm: Algorithm): string[] {
  const { name } = algorithm;
  const problem = keepingAgents(buildProblem(GARNET));
  let once: readonly (readonly number[])[];
  try {
    once = modelsOf(algorithm, problem);
  } catch (error) {
    return [`${name}: ${firstLine(error)}`];
  }
  const infinite = once.findIndex((model) => !model.every(Number.isFinite));
  if (infinite >= 0) {
    return [
      `${name}: after round ${infinite} its model is ${once[infinite]!.join(', ')}, on a small problem with steps of ${STEP}`,
    ];
  }
  if (distance(once, modelsOf(algorithm, problem)) !== 0) {
    return [
      `${name}: run again, it gives different models; its parts must keep their state in themselves and be made anew for each run`,
    ];
  }
  return [];
}

function modelsOf(algorithm: Algorithm, problem: Problem): readonly (readonly number[])[] {
  const parameters = Object.entries(someValues(algorithm.parameters)).map(([name, value]) => [
    name,
    algorithm.parameters[name]!.kind === 'step size' ? STEP : value,
  ]);
  return runRounds({
    algorithm,
    parameters: Object.fromEntries(parameters) as Readonly<Record<string, unknown>>,
    agents: AGENTS,
    operator: (agent, copy) => problem.agent(agent).operator('markov', 1, copy),
    initial: [1, 2, 3],
    localSteps: LOCAL_STEPS,
    rounds: ROUNDS,
  });
}

const distance = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number =>
  Math.max(...a.map((model, t) => Math.hypot(...model.map((x, j) => x - b[t]![j]!))));
