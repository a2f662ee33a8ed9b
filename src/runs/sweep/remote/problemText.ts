/** A problem as text that other machines read: canonical JSON, in which every double is exact. */
import { familyOf } from '../../../problems/families.ts';
import type {
  ModuleSpecification,
  ProblemSpecification,
  ScenarioProblem,
} from '../../../problems/specification.ts';
import { firstLine, InputError } from '../../../values/failure.ts';
import { problemSchema } from '../../../configuration/problemSchema.ts';
import { canonical } from '../../../configuration/sweep/canonical.ts';
import type { Value } from '../../../values/value.ts';

/** The text; of a user's module all but its code, and what its root is worth, on which no row depends. */
export function problemText(problem: ProblemSpecification | ScenarioProblem): string {
  const { compiled: _compiled, rootError: _rootError, ...plain } = problem as Partial<ModuleSpecification>;
  return canonical(plain);
}

/**
 * The problem.
 *
 * @throws InputError in one line for what is none
 */
export function parseProblem(text: string): ScenarioProblem {
  let value: unknown;
  try {
    value = JSON.parse(text);
    const { kind } = (value ?? {}) as { readonly kind?: unknown };
    const fields = familyOf(String(kind))?.fields;
    if (fields !== undefined) value = withArrays({ kind: 'object', fields: { ...fields } }, value);
  } catch (error) {
    throw new InputError(`a problem from the network cannot be read: ${firstLine(error)}`, { cause: error });
  }
  const { data, error } = problemSchema.safeParse(value);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0]!;
  throw new InputError(`a problem from the network cannot be used: ${path.join('.')}: ${message}`);
}

/** JSON has no arrays of doubles: where there is to be one it is made of a list. In shared memory, so that threads copy none. */
function withArrays(form: Value, data: unknown): unknown {
  switch (form.kind) {
    case 'array':
      return Array.isArray(data) ? sharedArray(data as number[]) : data;
    case 'list':
      return Array.isArray(data) ? data.map((entry) => withArrays(form.element, entry)) : data;
    case 'object': {
      if (typeof data !== 'object' || data === null) return data;
      const { fields } = form;
      const entries = Object.entries(data).map(([name, field]: [string, unknown]) => [
        name,
        Object.hasOwn(fields, name) ? withArrays(fields[name]!, field) : field,
      ]);
      return Object.fromEntries(entries) as unknown;
    }
    default:
      return data;
  }
}

function sharedArray(numbers: readonly number[]): Float64Array {
  const array = new Float64Array(new SharedArrayBuffer(numbers.length * Float64Array.BYTES_PER_ELEMENT));
  array.set(numbers);
  return array;
}
