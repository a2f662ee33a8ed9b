/** The parts of a theory that may be asked for alone, in the order in which they are computed. */
export const THEORY_PARTS = ['constants', 'curves', 'limits', 'steps'] as const;
export type TheoryPart = (typeof THEORY_PARTS)[number];

/** What is wrong with a list of parts; `undefined` for one that may be asked for. */
export function partsFault(parts: readonly string[]): string | undefined {
  const all = THEORY_PARTS.join(', ');
  if (parts.length === 0) return `must name one of ${all}, or several`;
  const unknown = parts.find((part) => !THEORY_PARTS.some((candidate) => candidate === part));
  return unknown === undefined ? undefined : `${JSON.stringify(unknown)} is none of ${all}`;
}
