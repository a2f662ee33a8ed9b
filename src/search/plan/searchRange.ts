/** Which values a plan may choose from. */
import type { TriggerConfiguration } from '../../triggers/index.ts';

/** All between two numbers, or those of a list; one alone is fixed. */
export type SearchRange =
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  | { readonly kind: 'list'; readonly values: readonly number[] };

/** H or p. */
export type GapKind = 'localSteps' | 'communicationProbability';

/** Gaps that may be chosen. */
export interface SearchedGap {
  readonly kind: GapKind;
  readonly range: SearchRange;
}

/** The trigger of a gap. */
export const triggerOf = (kind: GapKind, gap: number): TriggerConfiguration =>
  kind === 'localSteps'
    ? { kind: 'deterministic', localSteps: gap }
    : { kind: 'bernoulli', probability: gap };

/** The least and the largest value. */
export const endsOf = (range: SearchRange): { readonly low: number; readonly high: number } =>
  range.kind === 'between'
    ? { low: range.low, high: range.high }
    : { low: Math.min(...range.values), high: Math.max(...range.values) };

/** Values from one to another in equal ratios of about `ratio`, both among them. */
export function inRatios(low: number, high: number, ratio: number): number[] {
  if (high === low) return [low];
  const count = Math.max(1, Math.round(Math.log(high / low) / Math.log(ratio)));
  return Array.from({ length: count + 1 }, (_, k) =>
    k === count ? high : low * (high / low) ** (k / count),
  );
}

/** All of a list, ascending; else values about so far apart in ratio, the ends among them. */
export function valuesIn(range: SearchRange, ratio: number): number[] {
  if (range.kind === 'list') return [...range.values].sort((a, b) => a - b);
  return inRatios(range.low, range.high, ratio);
}

/** The same of gaps, which are whole where they are local steps. */
export function gapsIn({ kind, range }: SearchedGap, ratio: number): number[] {
  const all = valuesIn(range, ratio);
  return kind === 'localSteps' ? [...new Set(all.map(Math.round))] : all;
}

/** The ratio by which so many values of a range lie apart. */
export const ratioOf = (range: SearchRange, count: number): number => {
  const { low, high } = endsOf(range);
  return (high / low) ** (1 / (count - 1));
};
