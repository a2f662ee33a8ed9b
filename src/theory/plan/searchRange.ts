/** Which values a plan may choose from. */

/** All between two numbers, or those of a list; one alone is fixed. */
export type SearchRange =
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'list'; readonly values: readonly number[] };

/** The least and the largest value. */
export const endsOf = (range: SearchRange): { readonly low: number; readonly high: number } =>
  range.kind === 'between' ? range : { low: Math.min(...range.values), high: Math.max(...range.values) };

/** Values from one to another in equal ratios of about `ratio`, both among them. */
export function inRatios(low: number, high: number, ratio: number): number[] {
  if (high === low) return [low];
  const count = Math.max(1, Math.round(Math.log(high / low) / Math.log(ratio)));
  return Array.from({ length: count + 1 }, (_, k) =>
    k === count ? high : low * (high / low) ** (k / count),
  );
}
