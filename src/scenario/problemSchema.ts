/** What a scenario may say of its problem: the check that follows from the families' fields. */
import { z } from 'zod';
import { ALL_FAMILIES } from '../problems/families.ts';
import type { Check, Field, Fields, Form } from '../problems/fields.ts';
import type { ScenarioProblem } from '../problems/specification.ts';

/** An object of these fields, and of no others. */
function objectOf(fields: Fields, kind?: string): z.ZodObject {
  const shape = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const);
  return z.strictObject({
    ...(kind !== undefined && { kind: z.literal(kind) }),
    ...(Object.fromEntries(shape) as z.ZodRawShape),
  });
}

function checked<S extends z.ZodType>(schema: S, check: Check<never> | undefined): S {
  if (check === undefined) return schema;
  return schema.superRefine((value, context) => {
    check(value as never, (path, message) => context.addIssue({ code: 'custom', path: [...path], message }));
  });
}

function schemaOf(field: Field): z.ZodType {
  const schema = checked(formOf(field.form), field.check);
  return field.optional === true ? schema.optional() : schema;
}

function formOf(form: Form): z.ZodType {
  switch (form.kind) {
    case 'whole': {
      const { least, most } = form;
      const number = least === undefined ? z.int() : z.int().min(least);
      return most === undefined ? number : number.max(most);
    }
    case 'real': {
      const { least, above, below } = form;
      let number = z.number();
      if (least !== undefined) number = number.min(least);
      if (above !== undefined) number = number.gt(above);
      return below === undefined ? number : number.lt(below);
    }
    case 'choice':
      return form.of.length === 1 ? z.literal(form.of[0]!) : z.enum(form.of);
    case 'flag':
      return z.boolean();
    case 'text':
      return form.pattern === undefined
        ? z.string().min(1)
        : z.string().regex(form.pattern, { error: form.fault! });
    case 'list':
      return z.array(schemaOf(form.of)).min(form.least);
    case 'tuple':
      return z.tuple(form.of.map(schemaOf) as [z.ZodType, ...z.ZodType[]]);
    case 'array':
      return z.instanceof(Float64Array);
    case 'object':
      return objectOf(form.fields);
    case 'variants':
      return z.discriminatedUnion('kind', form.of.map(schemaOf) as [z.ZodObject, ...z.ZodObject[]]);
    case 'either':
      return z.union(form.of.map(schemaOf), { error: form.fault });
    case 'plain':
      return z.unknown().refine(isPlain, { error: 'must be plain data: it is sent to the worker threads' });
  }
}

/** Whether a value can be told in the manifest and sent to a thread. */
function isPlain(value: unknown): boolean {
  try {
    JSON.stringify(value);
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

const [first, ...others] = ALL_FAMILIES.map((family) =>
  checked(objectOf(family.fields, family.kind), 'check' in family ? family.check : undefined),
);

/** A problem of any kind, in full. */
export const problemSchema = z.discriminatedUnion('kind', [
  first!,
  ...others,
]) as z.ZodType as z.ZodType<ScenarioProblem>;
