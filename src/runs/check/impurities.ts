/** Notices user code that asks for randomness or the time of day: a run could not be repeated. */

/** What a run's numbers must not depend on: where it is, and how a message calls it. */
const SOURCES: readonly (readonly [object, string, string])[] = [
  [Math, 'random', 'Math.random()'],
  [Date, 'now', 'Date.now()'],
  [performance, 'now', 'performance.now()'],
  [crypto, 'getRandomValues', 'crypto.getRandomValues()'],
  [crypto, 'randomUUID', 'crypto.randomUUID()'],
];

/** User code is compiled into modules of such URLs, and nothing else is. */
const USER_CODE = 'data:text/javascript';

/**
 * Does something and notes which of these the user's code calls meanwhile.
 *
 * @param used - gets their names
 */
export async function noticing<T>(used: Set<string>, work: () => Promise<T>): Promise<T> {
  const restore = SOURCES.map(([owner, name, words]) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    const original = Reflect.get(owner, name) as (...parts: unknown[]) => unknown;
    const watched = (...parts: unknown[]): unknown => {
      if (new Error().stack?.includes(USER_CODE)) used.add(words);
      return original.apply(owner, parts);
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
    return () => {
      if (property === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, property);
    };
  });
  try {
    return await work();
  } finally {
    for (const undo of restore) undo();
  }
}
