/** What a scenario may say of its settings: those of a run, and those of one algorithm. */
import * as z from 'zod';
import { isAlgorithm, isVariant } from '../algorithms/algorithm.ts';
import { PARAMETERS } from './settings/algorithmChoice.ts';
import { ALL_SETTINGS, EXCLUSIONS } from './settings/runSettings.ts';
import { chosenOf } from '../values/ownKind.ts';
import { readText } from '../values/text.ts';
import type { Value } from '../values/value.ts';
import { passOn } from './passOn.ts';
import { schemaOf } from './valueSchema.ts';

type Fields = Readonly<Record<string, z.ZodType>>;

/** One of several kinds may also be given by its short text. */
const orText = (value: Value, schema: z.ZodType): z.ZodType =>
  z.unknown().superRefine((given, context) => {
    const fault = typeof given === 'string' ? readText(value, given).fault : undefined;
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    else if (typeof given !== 'string') passOn(schema, given, context);
  });

const fieldsOf = (described: Readonly<Record<string, { readonly value: Value }>>): Fields =>
  Object.fromEntries(
    Object.entries(described).map(([name, { value }]) => {
      const schema = schemaOf(value);
      return [name, (value.kind === 'variants' ? orText(value, schema) : schema).optional()];
    }),
  );

const parameters = fieldsOf(PARAMETERS);

const algorithmSettings = z.strictObject(
  { name: z.string(), label: z.string().min(1).optional(), ...parameters },
  {
    error: (issue) =>
      issue.code === 'invalid_type' ? 'must be a name, { name, … } or an algorithm' : undefined,
  },
);

/** A name, or a name with parameters of its own. */
const algorithmChoice = z.unknown().superRefine((choice, context) => {
  if (typeof choice === 'string' || isAlgorithm(choice) || isVariant(choice)) return;
  passOn(algorithmSettings, choice, context);
});

const settings = fieldsOf(ALL_SETTINGS);

/** Every field of RunSettings. */
export const settingsFields: Fields = {
  ...parameters,
  ...settings,
  policy: z
    .unknown()
    .superRefine((given, context) => {
      if (chosenOf('policy', given) === undefined) passOn(settings.policy!, given, context);
    })
    .optional(),
  trigger: z
    .unknown()
    .refine((given) => chosenOf('trigger', given) !== undefined, {
      error: 'must be a trigger, made by trigger({ … })',
    })
    .optional(),
  algorithms: z.array(algorithmChoice).min(1).optional(),
  set: z
    .record(z.string().regex(/^[^.]+\.[^.]+$/, { error: 'must be ALGORITHM.PARAMETER' }), z.unknown())
    .optional(),
};

/** Refuses settings of one level that exclude each other. */
export function refuseExcluding(settings: object, context: z.RefinementCtx): void {
  const given = settings as Readonly<Record<string, unknown>>;
  for (const [first, other] of EXCLUSIONS) {
    if (given[first] === undefined || given[other] === undefined) continue;
    context.addIssue({ code: 'custom', path: [other], message: `excludes ${first}; give one of them` });
  }
}
