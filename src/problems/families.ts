/**
 * The families of problems, one value each. A new one is a folder and a line here: the union of
 * specifications, `buildProblem`, the check of scenarios and the lists follow.
 */
import { airQuality } from './airQuality/family.ts';
import type { Value, Fields, SpecificationOf } from '../values/value.ts';
import { finiteLinear } from './finiteLinear/family.ts';
import { finiteSumQuadratic } from './finiteSumQuadratic/family.ts';
import { gaussMarkovQuadratic } from './gaussMarkov/family.ts';
import { logisticRegression } from './logisticRegression/family.ts';
import { problemFile } from './problemFile/family.ts';
import { qLearning } from './qLearning/family.ts';
import { recordedRegression } from './recordedRegression/family.ts';
import { sarsa } from './sarsa/family.ts';
import { finiteTd } from './temporalDifference/finite.ts';
import { garnet } from './temporalDifference/garnet.ts';
import { linearFeaturesTd } from './temporalDifference/linearFeatures.ts';
import { twoStateRegression } from './twoStateRegression/family.ts';
import { userModule } from './userModule/family.ts';

/** What threads can build. */
export const FAMILIES = [
  garnet,
  linearFeaturesTd,
  gaussMarkovQuadratic,
  finiteSumQuadratic,
  twoStateRegression,
  logisticRegression,
  qLearning,
  sarsa,
  recordedRegression,
  finiteLinear,
  finiteTd,
  userModule,
] as const;

/** What is read from files first. */
export const FILE_FAMILIES = [airQuality, problemFile] as const;

/** All that a scenario may name. */
export const ALL_FAMILIES = [...FAMILIES, ...FILE_FAMILIES] as const;

/** The specification of a family. */
export type SpecificationIn<A> = A extends {
  readonly kind: infer K extends string;
  readonly fields: infer F extends Fields;
}
  ? SpecificationOf<K, F>
  : never;

/** The family of a kind; `undefined` where there is none. */
export const familyOf = (kind: string): (typeof ALL_FAMILIES)[number] | undefined =>
  ALL_FAMILIES.find((family) => family.kind === kind);

/** Names of the fields of a family whose values have a property. */
export const fieldsWhere = (kind: string, holds: (field: Value) => boolean): readonly string[] =>
  Object.entries<Value>(familyOf(kind)?.fields ?? {})
    .filter(([, field]) => holds(field))
    .map(([name]) => name);

/** Whether a field is the path of a file or a folder. */
export const isPath = (value: Value): boolean => value.kind === 'text' && value.isPath === true;

/** Whether there are `Float64Array`s in a field. */
export function hasArrays(value: Value): boolean {
  if (value.kind === 'array') return true;
  if (value.kind === 'list') return hasArrays(value.element);
  return value.kind === 'object' && Object.values(value.fields).some(hasArrays);
}
