/** The test kit: `import { … } from 'fedsa/testing'`, for tests of your own algorithms and operators. */
export type { RoundCompleted } from '../measurement/roundCompleted.ts';
export type { Message } from '../algorithms/message.ts';
export type { LocalOperator, Problem } from '../problems/operator.ts';
export { buildProblem } from '../problems/buildProblem.ts';
export { agentKit, type AgentKit, type AgentKitOptions } from './agentKit.ts';
export { serverKit, type ServerKit, type ServerKitOptions } from './serverKit.ts';
export type { Expected } from './expected.ts';
export { runRounds, type RoundsSettings } from './runRounds.ts';
export { manualClock, type ManualClock } from './manualClock.ts';
export { probeSystem, type Among, type ExpectedMessage, type SystemProbe } from './systemProbe.ts';
export type { ArrivedMessage, DeadLetter, Party } from './systemMessages.ts';
export type { SystemSettings } from './timedLog.ts';
export type { TimingScript } from './scriptedTiming.ts';
export {
  errorsAlong,
  exactCurveOf,
  withinBand,
  type BandComparison,
  type BandSettings,
  type CurveSettings,
  type ExactCurve,
} from './exactCurve.ts';
export { fedsaMatchers, type FedsaMatchers } from './matchers.ts';
export { scriptedOperator, type ScriptedObservation, type ScriptedOperator } from './scriptedOperator.ts';
export { scriptedStream, userOperator, type UserOperatorSettings } from './scriptedStream.ts';
