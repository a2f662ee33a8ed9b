/**
 * Values that users' files make: algorithms, policies, triggers. None of them crosses a thread; its name
 * and its file's bundle do, and a thread that has imported the file knows it by them.
 */

/** Origin of a value. */
export interface Origin {
  /** the file that makes it; null where a program made it */
  readonly file: string | null;
  /** SHA-256 of what that file and all that it imports from beside it do, or a name within the program */
  readonly bundle: string;
}

/** Kind of a value. */
export type MadeKind = 'algorithm' | 'policy' | 'trigger';

/** A value with what it is. */
export interface Made {
  readonly kind: MadeKind;
  readonly value: Named;
}

interface Named {
  readonly name: string;
}

interface Store {
  /** everything that was made in this thread, in the order of making: how a user's file is known by what it makes */
  readonly all: Made[];
  /** values by file, bundle, kind and name */
  readonly known: Map<string, Named>;
  readonly origins: WeakMap<Named, Origin>;
}

/**
 * A thread has one, although this module may be in it twice: under tsx Piscina requires a thread's program, while users' files
 * import `fedsa`.
 */
const STORE = Symbol.for('fedsa made');
const inThread = globalThis as Record<symbol, Store | undefined>;
const { all, known, origins }: Store = (inThread[STORE] ??= {
  all: [],
  known: new Map(),
  origins: new WeakMap(),
});

const keyOf = (kind: MadeKind, { file, bundle }: Origin, name: string): string =>
  `${file} ${bundle}/${kind}/${name}`;

/** Notes that a value was made. */
export function noteMade<T extends Named>(kind: MadeKind, value: T): T {
  all.push({ kind, value });
  return value;
}

/** How many were made so far. */
export const countMade = (): number => all.length;

/** Values made since there were so many. */
export const madeSince = (count: number): readonly Made[] => all.slice(count);

/** Makes values known in this thread by their origin. */
export function register(values: readonly Made[], { file, bundle }: Origin): void {
  for (const { kind, value } of values) {
    known.set(keyOf(kind, { file, bundle }, value.name), value);
    origins.set(value, { file, bundle });
  }
}

/** The value of an origin; `undefined` where this thread does not know it. */
export const madeBy = (kind: MadeKind, origin: Origin, name: string): unknown =>
  known.get(keyOf(kind, origin, name));

/** A value's name with its file, for lines about it. */
export const ownName = (name: string, { file }: Pick<Origin, 'file'>): string =>
  file === null ? name : `${name} of ${file}`;

/** Name and file of a value that this thread has made or imported. */
export const nameOf = (value: Named): string => ownName(value.name, origins.get(value) ?? { file: null });

/** The origin of a value; one that no file has made gets a name within the program. */
export function originOf(kind: MadeKind, value: Named): Origin {
  const origin = origins.get(value);
  if (origin) return origin;
  for (let count = 1; ; count++) {
    const made: Origin = { file: null, bundle: `program-${count}` };
    if (known.has(keyOf(kind, made, value.name))) continue;
    register([{ kind, value }], made);
    return made;
  }
}
