/**
 * Problems as plain data. A specification crosses to the worker threads, which build the operators
 * and streams of the agents they host from it; large arrays lie in shared memory and are not copied.
 */
import type { FAMILIES, FILE_FAMILIES, SpecificationIn } from './families.ts';
import type { FiniteLinearSpecification } from './finiteLinear/family.ts';
import type { FiniteTdSpecification } from './temporalDifference/finite.ts';
import type { ModuleSpecification } from './userModule/family.ts';

export type { AirQualitySpecification } from './airQuality/family.ts';
export type { FiniteLinearAgent, FiniteLinearSpecification } from './finiteLinear/family.ts';
export type { DoublyStochasticKernel } from './finiteSumQuadratic/doublyStochasticChain.ts';
export type { FiniteSumQuadraticSpecification } from './finiteSumQuadratic/family.ts';
export type { GaussMarkovQuadraticSpecification } from './gaussMarkov/family.ts';
export type { LogisticRegressionSpecification } from './logisticRegression/family.ts';
export type { ProblemFileSpecification } from './problemFile/family.ts';
export type { ActionValueFeatures } from './control/actionFeatures.ts';
export type { BehaviourPolicy } from './control/decisionProcess.ts';
export type { ControlEnvironment } from './control/environment.ts';
export type { QLearningSpecification } from './qLearning/family.ts';
export type { OnPolicy, SarsaSpecification } from './sarsa/family.ts';
export type { MachineReplacement } from './control/machineReplacement.ts';
export type { GarnetControl } from './control/randomDecisionProcess.ts';
export type { RecordedRegressionSpecification } from './recordedRegression/family.ts';
export type { RecordedWindow } from './recordedRegression/operator.ts';
export type { InitialState } from './observationLaw.ts';
export type { FiniteTdAgent, FiniteTdSpecification } from './temporalDifference/finite.ts';
export type { GarnetSpecification } from './temporalDifference/garnet.ts';
export type { LinearFeaturesTdSpecification } from './temporalDifference/linearFeatures.ts';
export type { TwoStateRegressionSpecification } from './twoStateRegression/family.ts';
export type { ModuleSpecification };

/** What a problem file may hold. */
export type FileProblem = FiniteLinearSpecification | FiniteTdSpecification;

type Built = SpecificationIn<(typeof FAMILIES)[number]>;

/** What the worker threads can build. */
export type ProblemSpecification = Exclude<Built, { readonly kind: 'module' }> | ModuleSpecification;

/** What a scenario may ask for: what workers can build, and what is read from files first. */
export type ScenarioProblem = ProblemSpecification | SpecificationIn<(typeof FILE_FAMILIES)[number]>;
