/** Who computes: what two processes must have in common so that their numbers are the same. */
import { NUMERICS } from '../configuration/sweep/content.ts';
import { InputError } from '../values/failure.ts';

/** Of a process. Any difference between two may be one of numbers, or of what their messages mean. */
export interface Identity {
  /** of fedsa */
  readonly version: string;
  /** of the numbers that it computes */
  readonly numerics: number;
  /** of Node's JavaScript engine: `Math.exp` and `Math.log` may differ between two of them */
  readonly v8: string;
}

/**
 * Of this process.
 *
 * @param version - of fedsa
 */
export const identityOf = (version: string): Identity => ({
  version,
  numerics: NUMERICS,
  v8: process.versions.v8,
});

/**
 * Why two processes must not share work; `undefined` where they may.
 *
 * @param us - with a name: `this sweep`
 * @param them - likewise: `worker laptop-2-4711`
 */
export function whyApart(
  us: { readonly name: string; readonly identity: Identity },
  them: { readonly name: string; readonly identity: Identity },
): string | undefined {
  for (const [field, words] of [
    ['version', 'fedsa'],
    ['numerics', 'numerics version'],
    ['v8', 'V8'],
  ] as const) {
    const [here, elsewhere] = [us.identity[field], them.identity[field]];
    if (here === elsewhere) continue;
    return `${them.name} has ${words} ${elsewhere}, ${us.name} has ${words} ${here}: their numbers may differ; install the same fedsa and Node on both`;
  }
  return undefined;
}

/**
 * An identity that came over the network.
 *
 * @throws InputError where it is none
 */
export function parseIdentity(value: unknown): Identity {
  const { version, numerics, v8 } = (value ?? {}) as Partial<Record<keyof Identity, unknown>>;
  if (typeof version === 'string' && typeof numerics === 'number' && typeof v8 === 'string')
    return { version: version.slice(0, 100), numerics, v8: v8.slice(0, 100) };
  throw new InputError('a message does not say which versions of fedsa and V8 its sender has');
}
