/** Functions of a user's own answer at once: nobody waits for a promise. */

/** Whether a value has to be waited for. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<PromiseLike<unknown>>).then === 'function';

/**
 * The value that a user's own function has returned, unless it is a promise.
 *
 * @param call - the function, for readers
 * @throws TypeError for a promise, whose end nobody hears of any more
 */
export function atOnce<Returned>(returned: Returned, call: string): Returned {
  // Most functions of this kind return nothing.
  if (returned === undefined || !isPromise(returned)) return returned;
  returned.then(undefined, () => undefined);
  throw new TypeError(`${call} gives a promise; nobody waits for it, so it must do its work at once`);
}
