/**
 * Which choices make a case. A choice is made by the largest hash of case and choice together, so that a
 * choice that is added or removed changes the cases that choose it and no others.
 */
import { createHash } from 'node:crypto';
import type { RunSettings } from '../../src/index.ts';
import {
  type Chosen,
  type Choices,
  CROSSED,
  type Factor,
  FURTHER,
  goTogether,
  isRefusedChoice,
} from './choices.ts';

const ALL: Readonly<Record<Factor, Choices>> = { ...CROSSED, ...FURTHER };
const FACTORS = Object.keys(ALL) as Factor[];

const draw = (...words: readonly string[]): number =>
  createHash('sha256').update(words.join('\n')).digest().readUInt32BE(0);

/** Makes the choices that are missing; `undefined` where nothing goes with those that are there. */
function completed(given: Chosen): Chosen | undefined {
  if (!goTogether(given)) return undefined;
  const name = nameOf(given);
  let chosen = given;
  for (const factor of FACTORS) {
    if (chosen[factor] !== undefined) continue;
    const possible = Object.keys(ALL[factor]).filter((choice) => goTogether({ ...chosen, [factor]: choice }));
    if (possible.length === 0) return undefined;
    const drawn = possible.map((choice) => ({ choice, weight: draw(name, factor, choice) }));
    const { choice } = drawn.reduce((most, entry) => (entry.weight > most.weight ? entry : most));
    chosen = { ...chosen, [factor]: choice };
  }
  return chosen;
}

/** The choices' names in the order of the factors. */
export const nameOf = (chosen: Chosen): string => FACTORS.flatMap((factor) => chosen[factor] ?? []).join(' ');

/** A policy's variant, such as `first-carry`, differs in what the server does, which no thread sees. */
const isVariantInThreads = ({ policy, placement }: Chosen): boolean =>
  policy!.includes('-') && placement === 'own-thread';

/** Every combination of the crossed factors. */
function crossed(): Chosen[] {
  const all = (Object.entries(CROSSED) as [Factor, Choices][]).reduce<Chosen[]>(
    (cases, [factor, choices]) =>
      cases.flatMap((chosen) => Object.keys(choices).map((choice) => ({ ...chosen, [factor]: choice }))),
    [{}],
  );
  return all.filter((chosen) => !isVariantInThreads(chosen));
}

/** Every two choices of two factors that go together. */
function pairs(): Chosen[] {
  return FACTORS.flatMap((factor, index) =>
    FACTORS.slice(index + 1).flatMap((other) =>
      Object.keys(ALL[factor]).flatMap((first) =>
        Object.keys(ALL[other]).map((second): Chosen => ({ [factor]: first, [other]: second })),
      ),
    ),
  ).filter(goTogether);
}

/** A pair of algorithm and policy that is refused, with the first choice of everything else. */
const plain = (pair: Chosen): Chosen => ({
  ...Object.fromEntries(FACTORS.map((factor) => [factor, Object.keys(ALL[factor])[0]!])),
  ...pair,
});

/**
 * Every combination of algorithm, policy, trigger and placement once, and as many more as it takes for
 * every two choices to meet; once each, the pairs of algorithm and policy that are refused.
 */
export function combinations(): Chosen[] {
  const cases = crossed().flatMap((chosen) => completed(chosen) ?? []);
  const met = new Set(cases.flatMap(pairsOf));
  for (const pair of pairs()) {
    if (met.has(nameOf(pair))) continue;
    const chosen = completed(pair);
    if (chosen === undefined) continue;
    cases.push(chosen);
    for (const name of pairsOf(chosen)) met.add(name);
  }
  const refused = Object.keys(CROSSED.algorithm).flatMap((algorithm) =>
    Object.keys(CROSSED.policy).map((policy): Chosen => ({ algorithm, policy })),
  );
  return [...cases, ...refused.filter(isRefusedChoice).map(plain)];
}

/** The names of all pairs of its choices. */
const pairsOf = (chosen: Chosen): string[] =>
  FACTORS.flatMap((factor, index) =>
    FACTORS.slice(index + 1).map((other) => nameOf({ [factor]: chosen[factor]!, [other]: chosen[other]! })),
  );

/** The choices' settings, merged in the order of the factors. */
export const settingsOf = (chosen: Chosen): RunSettings =>
  FACTORS.map((factor) => ALL[factor][chosen[factor]!] ?? {}).reduce(
    (merged: RunSettings, settings) => ({ ...merged, ...settings }),
    {},
  );
