/**
 * The library: `import { … } from 'fedsa'`. What is light is exported as it is, so that scenario
 * files load fast; what is heavy is loaded when it is called.
 */
import './runs/ownFiles.ts';

export {
  scenario,
  isScenario,
  type Panel,
  type ProblemOverride,
  type QuickSize,
  type Scenario,
  type ScenarioDefinition,
} from './configuration/scenario.ts';
export type {
  AlgorithmChoice,
  AlgorithmParameters,
  AlgorithmSettings,
} from './configuration/settings/algorithmChoice.ts';
export type {
  Compared,
  Ending,
  Found,
  FoundAlgorithm,
  FoundPanel,
  KnownNumber,
  Named,
  Quantity,
  SeedNumbers,
  SomeAgents,
} from './configuration/found.ts';
export type { RunSettings } from './configuration/settings/runSettings.ts';
export type { Level } from './values/level.ts';
export {
  algorithm,
  type AgentLogic,
  type AgentSite,
  type Algorithm,
  type AlgorithmDefinition,
  type AlgorithmVariant,
  type Answers,
  type Fold,
  type FreeServer,
  type FreeUpdate,
  type Move,
  type PolicyTraits,
  type ServerLogic,
  type ServerSite,
} from './algorithms/algorithm.ts';
export { attacked, type Attacked } from './algorithms/attacked.ts';
export { averaging, type AveragingServer } from './algorithms/averaging.ts';
export { message, type Message, type MessageOf } from './algorithms/message.ts';
export { silent, type Silent } from './algorithms/silence.ts';
export {
  agentCount,
  choice,
  countFromOne,
  decay,
  lessThanHalf,
  named,
  nonNegative,
  positive,
  share,
  stepSize,
  wholeNumber,
} from './values/parameter.ts';
export { compressedLsa } from './algorithms/compressedLsa.ts';
export { efTd } from './algorithms/efTd.ts';
export { fedHsa } from './algorithms/fedHsa.ts';
export { importanceAveraging } from './algorithms/importanceAveraging.ts';
export { localSa } from './algorithms/localSa.ts';
export { localSgdMomentum } from './algorithms/localSgdMomentum.ts';
export { minibatchSgd } from './algorithms/minibatchSgd.ts';
export { richardsonRomberg } from './algorithms/richardsonRomberg.ts';
export { scafflsa } from './algorithms/scafflsa.ts';
export { scaffold } from './algorithms/scaffold.ts';
export { trimmedMean } from './algorithms/trimmedMean.ts';
export type { LocalWork, OwnStep, StepForm } from './problems/localWork.ts';
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
} from './problems/userModule/family.ts';
export type { RunConfiguration } from './configuration/configuration.ts';
export type { PolicyConfiguration, PolicySettings } from './policies/index.ts';
export {
  everyAgent,
  inAgentOrder,
  type PolicyInput,
  type PolicyMachine,
  type PolicyOutput,
  type Update,
} from './policies/machine.ts';
export { gathering } from './policies/quorumRounds.ts';
export { ownPace } from './policies/ownPace.ts';
export { atWork, population } from './policies/population.ts';
export { policy, type FreeStep, type PolicyContext, type PolicyDefinition } from './policies/policy.ts';
export { drawAgents } from './policies/sampled.ts';
export { trigger, type GapLaw, type GapPlace, type TriggerDefinition } from './triggers/trigger.ts';
export type { LateUpdates } from './policies/late.ts';
export type { StalenessWeight } from './policies/stalenessWeight.ts';
export type { Distribution } from './timing/distribution.ts';
export { readAvailabilityTrace } from './inputs/readAvailabilityTrace.ts';
export { readDevices } from './inputs/readDevices.ts';
export { readMeasured } from './inputs/readMeasured.ts';
export type { CrashModel, TimingFields, TimingModel, TimingOverride } from './timing/timingModel.ts';
export {
  metric,
  type Meter,
  type Metric,
  type MetricDefinition,
  type MetricFigure,
} from './measurement/metrics/metric.ts';
export type { MeasuredRound, MeasuredRun } from './measurement/metrics/measuredRound.ts';
export type { RoundRecord } from './measurement/metrics/roundRecord.ts';
export type { Inspection } from './events/inspection.ts';
export { ActorFailure, InputError } from './values/failure.ts';
export type { Coins } from './maths/coins.ts';
export { Generator, generatorFor } from './maths/generator.ts';
export { addScaled, mean, type Vector, zeros } from './maths/vector.ts';
export {
  run,
  runs,
  runPanels,
  theory,
  theoryOfPanels,
  plan,
  atlas,
  worst,
  report,
  check,
  compare,
  compareCurves,
  exportTables,
  figure,
  replay,
  replayPanels,
  replayWith,
  reproduce,
  sweep,
  type AtlasCallOptions,
  type FigureCallOptions,
  type MemoryCallOptions,
  type MemoryOutcome,
  type PanelsCallOptions,
  type PanelsOutcome,
  type PlanCallOptions,
  type ReproduceCallOptions,
  type RunOutcome,
  type SweepCallOptions,
  type SweepOutcome,
  type TheoryCallOptions,
  type WorstCallOptions,
} from './runs/library.ts';
export type { RunCallOptions } from './runs/library/calls.ts';
export type { ReportCallOptions } from './runs/reportFolder.ts';
export type { PlanCost, PlanField, PlanRange, PlanWay } from './configuration/planField.ts';
export type { Plan, PlanPoint, PlanReport, VerifiedCost } from './recording/planReport.ts';
export type { RunRound } from './runs/runRound.ts';
export type {
  AtlasAxis,
  AtlasCell,
  AtlasReport,
  AtlasTheorem,
  AxisPower,
  BoundRatio,
  ProblemScale,
} from './search/atlas/atlasReport.ts';
export type { WorstOptions, WorstOrders } from './runs/worst/worstOf.ts';
export type { SweepField } from './configuration/sweep/grid.ts';
export type { TheoryPart } from './theory/theoryParts.ts';
export type { PanelChoice } from './inputs/panelTargets.ts';
export type { CheckResult } from './runs/check/checkFile.ts';
export type {
  AlgorithmComparison,
  ComparedFloor,
  FieldDifference,
  RunComparison,
} from './report/compareRuns.ts';
export type { Pair, PairedQuantity } from './report/pairs.ts';
export type { ContestRecord, FirstRecord } from './report/contest/curveComparison.ts';
export type { MadeFigure } from './report/paper/make.ts';
export type { PanelReplay } from './runs/replayPanels.ts';
export type { ReplayResult } from './runs/replayRun.ts';
export type { ReproduceResult } from './runs/reproduce/reproduce.ts';
export type { Claim, ClaimResult } from './claims/claim.ts';
