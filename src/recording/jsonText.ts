/** JSON of what is written down. */

/** A value itself, whatever `toJSON` has made of it. */
function asItIs(this: unknown, key: string): unknown {
  return (this as Readonly<Record<string, unknown>>)[key];
}

/**
 * The text of a value made of plain objects. A user's module may set `Object.prototype.toJSON`, which JSON.stringify calls for
 * every value of ours. Only then is the result of `toJSON` put aside, since that costs a call for each value.
 *
 * @param indent - blanks a level; one line where it is not given
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    'toJSON' in Object.prototype || 'toJSON' in Array.prototype ? asItIs : undefined,
    indent,
  );
