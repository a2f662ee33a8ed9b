/** The short texts of a server policy and of a staleness weight. */
import type { StalenessWeight } from '../protocol/policy.ts';
import { type PolicySettings, policySchema, weightSchema } from './policySchema.ts';
import { type Reading, readShortText } from './shortText.ts';

/** A server policy as on the command line. */
export type PolicyText =
  | 'synchronous'
  | `${'first' | 'deadline' | 'sampled' | 'buffered' | 'asynchronous'}:${number}`
  | `bounded-staleness:${number},${number}`;

/** A staleness weight as on the command line. */
export type WeightText = 'constant' | `hinge:${number},${number}` | `polynomial:${number}`;

const POLICIES =
  'must be synchronous, first:K, deadline:SECONDS, sampled:K, buffered:K, asynchronous:ALPHA or bounded-staleness:TAU,ALPHA';
const WEIGHTS = 'must be constant, hinge:SLOPE,FROM or polynomial:EXPONENT';

const POLICY_FIELDS = {
  synchronous: [],
  first: ['count'],
  deadline: ['seconds'],
  sampled: ['count'],
  buffered: ['count'],
  asynchronous: ['mixing'],
  'bounded-staleness': ['staleness', 'mixing'],
} as const;

const WEIGHT_FIELDS = { constant: [], hinge: ['slope', 'from'], polynomial: ['exponent'] } as const;

/**
 * A server policy, or what is wrong with the text.
 *
 * @example readPolicy('first:3') // { value: { kind: 'first', count: 3 } }
 */
export const readPolicy = (text: string): Reading<PolicySettings> =>
  readShortText(text, POLICY_FIELDS, policySchema, POLICIES);

/**
 * A staleness weight, or what is wrong with the text.
 *
 * @example readWeight('polynomial:0.5') // { value: { kind: 'polynomial', exponent: 0.5 } }
 */
export const readWeight = (text: string): Reading<StalenessWeight> =>
  readShortText(text, WEIGHT_FIELDS, weightSchema, WEIGHTS);
