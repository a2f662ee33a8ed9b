/** Verdicts of another call of `fedsa reproduce`, to stand beside these: quick beside full size. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { InputError } from '../../values/failure.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import type { ClaimResult, Elsewhere } from '../../claims/claim.ts';

const number = z.number().nullable();

const file = z.looseObject({
  format: z.literal('fedsa-claims/3'),
  size: z.enum(['quick', 'full']),
  claims: z.array(
    z.looseObject({
      name: z.string(),
      verdict: z.string(),
      parts: z.array(
        z.looseObject({
          estimate: number,
          low: number,
          high: number,
          level: z.union([z.literal('exact'), z.number()]),
          verdict: z.enum(['holds', 'does not hold', 'undecided']),
        }),
      ),
    }),
  ),
});

/**
 * What a folder says of each claim, by name.
 *
 * @throws InputError where it holds no verdicts
 */
export function verdictsIn(directory: string): ReadonlyMap<string, Elsewhere> {
  const path = join(directory, 'claims.json');
  const found = existsSync(path) ? file.safeParse(readJsonFile(path, 'verdicts of claims')) : undefined;
  if (!found?.success)
    throw new InputError(
      `\`against\`: ${directory} holds no claims.json of fedsa reproduce; name the folder of a finished call`,
    );
  const { size, claims } = found.data;
  return new Map(
    claims.map(({ name, verdict, parts }) => [
      name,
      {
        size,
        verdict,
        parts: parts.map(({ estimate, low, high, level, verdict: decision }) => ({
          value: { estimate: estimate ?? NaN, low: low ?? -Infinity, high: high ?? Infinity, level },
          verdict: decision,
        })),
      },
    ]),
  );
}

/** The results with what a folder says of the same claims. */
export const withVerdictsOf = (
  results: readonly ClaimResult[],
  elsewhere: ReadonlyMap<string, Elsewhere>,
): ClaimResult[] =>
  results.map((result) => {
    const other = elsewhere.get(result.claim.name);
    return other === undefined ? result : { ...result, elsewhere: other };
  });
