/** The short texts of a server policy and of a staleness weight. */
import { POLICIES, type PolicySettings } from '../policies/index.ts';
import { type Kind, listed, numberFields, textForms } from '../policies/kind.ts';
import { policySchema, weightSchema } from './kindSchema.ts';
import { STALENESS_WEIGHTS, type StalenessWeight } from '../policies/stalenessWeight.ts';
import { type Reading, readShortText } from './shortText.ts';

const mustBe = (kinds: readonly Kind[]): string => `must be ${listed(textForms(kinds), 'or')}`;

/**
 * A server policy, or what is wrong with the text.
 *
 * @example readPolicy('first:3') // { value: { kind: 'first', count: 3 } }
 */
export const readPolicy = (text: string): Reading<PolicySettings> =>
  readShortText(text, numberFields(POLICIES), policySchema, mustBe(POLICIES));

/**
 * A staleness weight, or what is wrong with the text.
 *
 * @example readWeight('polynomial:0.5') // { value: { kind: 'polynomial', exponent: 0.5 } }
 */
export const readWeight = (text: string): Reading<StalenessWeight> =>
  readShortText(text, numberFields(STALENESS_WEIGHTS), weightSchema, mustBe(STALENESS_WEIGHTS));
