/** What a scenario may say of its problem: the check that follows from the families' fields. */
import { ALL_FAMILIES } from '../problems/families.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import { type Value, variant, variants } from '../values/value.ts';
import { lazySchemaOf } from './valueSchema.ts';

const problems = ALL_FAMILIES.map((family): Value => ({
  ...variant(family.kind, family.fields),
  ...('check' in family && { check: family.check }),
}));

/** A problem of any kind, in full. */
export const problemSchema = lazySchemaOf(variants(...problems) as Value<ScenarioProblem>);
