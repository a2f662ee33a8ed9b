/** Described values as schemas: the one place where they become zod's. */
import * as z from 'zod';
import type { Fields, Range, Value } from '../values/value.ts';
import { passOn } from './passOn.ts';
import { stepRule } from './settings/stepRule.ts';

/** Of a scenario: nothing unknown. Of a manifest: what a later program added is kept. */
type Strictness = 'strict' | 'loose';

/** What a scenario may give for a value; `loose`: what a manifest may hold. */
export function schemaOf<T>(value: Value<T>, strictness?: Strictness): z.ZodType<T>;
export function schemaOf(value: Value, strictness: Strictness = 'strict'): z.ZodType {
  const schema = formOf(value, strictness);
  const { check } = value;
  if (check === undefined || strictness === 'loose') return schema;
  return schema.superRefine((given, context) => {
    check(given as never, (path, message) => context.addIssue({ code: 'custom', path: [...path], message }));
  });
}

/** The same, made when something is checked by it for the first time: hardly a command reads every kind of file. */
export const lazySchemaOf: typeof schemaOf = (value, strictness) => z.lazy(() => schemaOf(value, strictness));

function numberOf(number: z.ZodNumber, { least, above, most, below }: Range): z.ZodNumber {
  let within = number;
  // A number that is not above `above` is not asked for its least value, too.
  if (above !== undefined) within = within.gt(above, { abort: true });
  if (least !== undefined) within = within.min(least);
  if (most !== undefined) within = within.max(most);
  return below === undefined ? within : within.lt(below);
}

function objectOf(fields: Fields, strictness: Strictness): z.ZodObject {
  const shape = Object.entries(fields).map(([name, field]) => {
    const schema = schemaOf(field, strictness);
    if (strictness === 'loose') return [name, field.optional ? schema.exactOptional() : schema];
    return [name, field.optional || 'default' in field ? schema.optional() : schema];
  });
  const fieldsOf = Object.fromEntries(shape) as z.ZodRawShape;
  return strictness === 'strict' ? z.strictObject(fieldsOf) : z.looseObject(fieldsOf);
}

function formOf(value: Value, strictness: Strictness): z.ZodType {
  const within = (parameter: Value): z.ZodType => schemaOf(parameter, strictness);
  switch (value.kind) {
    case 'whole':
      return numberOf(z.int(), value);
    case 'number':
      return numberOf(z.number(), value);
    case 'step size':
      return within(stepRule);
    case 'choice':
      return value.words.length === 1 ? z.literal(value.words[0]!) : z.enum(value.words);
    case 'flag':
      return z.boolean();
    case 'text':
      return value.pattern === undefined
        ? z.string().min(1)
        : z.string().regex(new RegExp(value.pattern), { error: value.fault! });
    case 'list': {
      const elements = z.array(within(value.element)).min(value.least);
      return value.doubles
        ? z.preprocess((given) => (given instanceof Float64Array ? [...given] : given), elements)
        : elements;
    }
    case 'tuple':
      return z.tuple(value.elements.map(within) as [z.ZodType, ...z.ZodType[]]);
    case 'array':
      return z.instanceof(Float64Array);
    case 'object':
      return objectOf(value.fields, strictness);
    case 'variants':
      return z.discriminatedUnion('kind', value.cases.map(within) as [z.ZodObject, ...z.ZodObject[]]);
    case 'either':
      return eitherOf(value, within);
    case 'plain':
      return z.unknown().refine(isPlain, { error: 'must be plain data: it is sent to the worker threads' });
  }
}

/** Of a number or an object the form that is meant says what is wrong with it. */
function eitherOf(
  { cases, fault }: Value & { kind: 'either' },
  within: (parameter: Value) => z.ZodType,
): z.ZodType {
  const forms = cases.map((parameter) => ({
    kind: parameter.kind === 'whole' ? 'number' : parameter.kind,
    schema: within(parameter),
  }));
  return z.unknown().superRefine((given, context) => {
    if (forms.some(({ schema }) => schema.safeParse(given).success)) return;
    const isObject = typeof given === 'object' && given !== null;
    const kind = Array.isArray(given) ? 'list' : isObject ? 'variants' : typeof given;
    const meant = forms.find((form) => form.kind === kind);
    if (meant === undefined) context.addIssue({ code: 'custom', message: fault });
    else passOn(meant.schema, given, context);
  });
}

/** Whether a value can stand in the manifest and sent to a thread. */
function isPlain(value: unknown): boolean {
  try {
    JSON.stringify(value);
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
