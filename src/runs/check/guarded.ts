/** A vector that notes what it is not meant for. */

/**
 * Stands in for a vector of a user's function.
 *
 * @param use - `read`: writing is noted; either way, indices outside it are
 */
export function guarded(
  name: string,
  vector: Float64Array,
  faults: Set<string>,
  use: 'read' | 'write',
): Float64Array {
  const last = vector.length - 1;
  const isIndex = (key: PropertyKey): boolean => typeof key === 'string' && /^-?\d/.test(key);
  const isInside = (key: PropertyKey): boolean => /^\d+$/.test(String(key)) && Number(key) <= last;
  return new Proxy(vector, {
    get: (target, key) => {
      if (isIndex(key) && !isInside(key)) {
        faults.add(`operator reads ${name}[${String(key)}]; its entries are 0 to ${last}`);
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as (...parts: unknown[]) => unknown).bind(target) : value;
    },
    set: (target, key, value: unknown) => {
      if (use === 'read') faults.add(`operator writes into ${name}; it must write into out alone`);
      else if (isIndex(key) && !isInside(key)) {
        faults.add(`operator writes into ${name}[${String(key)}]; its entries are 0 to ${last}`);
      }
      return Reflect.set(target, key, value, target);
    },
  });
}
