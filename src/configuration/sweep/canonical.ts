/** A value as one text that is the same for the same value: sorted keys, exact doubles. */

/**
 * The canonical text of plain data. Fields that are `undefined` are as good as absent; arrays of numbers of any kind
 * are alike; −0, NaN and infinities, which JSON does not have, are kept apart.
 *
 * @throws TypeError for a function or a symbol, which stand for nothing by their content
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    case 'bigint':
      return `${value}n`;
    case 'undefined':
      return 'null';
    case 'object':
      return value === null ? 'null' : ofObject(value);
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`);
  }
}

function ofObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (ArrayBuffer.isView(value)) return `[${Array.from(value as Float64Array, canonical).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}
