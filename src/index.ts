/**
 * The library: `import { … } from 'fedsa'`. What is light is exported as it is, so that scenario
 * files load fast; what is heavy is loaded when it is called.
 */
export {
  scenario,
  isScenario,
  type RunSettings,
  type Scenario,
  type ScenarioDefinition,
} from './scenario/scenario.ts';
export type * from './problems/specification.ts';
export type {
  AgentProblem,
  ChainLaw,
  LinearMean,
  LocalOperator,
  MeanOperator,
  NonlinearMean,
  Problem,
  Sampling,
} from './problems/operator.ts';
export type {
  UserAgent,
  UserAgentContext,
  UserAgentFactory,
  UserChain,
  UserStream,
} from './problems/userModule.ts';
export type { RunConfiguration } from './protocol/configuration.ts';
export type { Inspection, RoundRecord } from './protocol/inspection.ts';
export { ActorFailure, InputError } from './protocol/failure.ts';
export { Generator, generatorFor } from './maths/generator.ts';
export type { Vector } from './maths/vector.ts';
export { run, theory, report, type RunCallOptions, type RunOutcome } from './commandLine/library.ts';
