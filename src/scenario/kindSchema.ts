/** What may be said of a kind and its settings, as schemas: in a scenario and in a manifest. */
import { z } from 'zod';
import { POLICIES, type PolicyConfiguration, type PolicySettings } from '../policies/index.ts';
import type { Kind, NumberSetting, OptionSetting } from '../policies/kind.ts';
import { late, type LateUpdates } from '../policies/late.ts';
import { STALENESS_WEIGHTS, type StalenessWeight } from '../policies/stalenessWeight.ts';

/** Of a scenario: nothing unknown, every number within its range. Of a manifest: what a later program added is kept. */
type Strictness = 'strict' | 'loose';

function numberSchema({ whole, least, above, most }: NumberSetting): z.ZodType {
  const number = whole ? z.int() : z.number();
  const bounded = above ? number.gt(least) : number.min(least);
  return most === undefined ? bounded : bounded.max(most);
}

const optionSchema = ({ of }: OptionSetting<unknown>, strictness: Strictness): z.ZodType =>
  'kinds' in of ? kindSchema(of.kinds, strictness) : z.enum(of.words as readonly string[]);

/** One of the kinds, with its settings. */
export function kindSchema(kinds: readonly Kind[], strictness: Strictness): z.ZodType {
  const isStrict = strictness === 'strict';
  const [first, ...others] = kinds.map(({ name, settings }) => {
    const fields = Object.entries(settings).map(([field, setting]) => {
      if (setting.form === 'number') return [field, isStrict ? numberSchema(setting) : z.number()] as const;
      const option = optionSchema(setting, strictness);
      return [field, isStrict ? option.exactOptional() : option] as const;
    });
    const shape = { kind: z.literal(name), ...Object.fromEntries(fields) };
    return isStrict ? z.strictObject(shape) : z.looseObject(shape);
  });
  return z.discriminatedUnion('kind', [first!, ...others]);
}

export const policySchema = kindSchema(POLICIES, 'strict') as z.ZodType<PolicySettings>;
export const lateSchema = optionSchema(late, 'strict') as z.ZodType<LateUpdates>;
export const weightSchema = kindSchema(STALENESS_WEIGHTS, 'strict') as z.ZodType<StalenessWeight>;

/** A resolved policy, as a manifest has it. */
export const recordedPolicySchema = kindSchema(POLICIES, 'loose') as z.ZodType<PolicyConfiguration>;
