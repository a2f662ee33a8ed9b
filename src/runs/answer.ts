/** The first line of a report: what the scenario says that its run, or its panels, have answered. */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ANSWER_NAME, answerIn } from '../report/answerFile.ts';
import type { Target } from '../inputs/target.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { firstLine, InputError } from '../values/failure.ts';

/** Whether a complete run has no answer, or one that is older than what its manifest says: curves may have come since. */
export function lacksAnswer(directory: string): boolean {
  const [answer, manifest] = [ANSWER_NAME, MANIFEST_NAME].map(
    (name) => statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  return answer === undefined || answer < manifest!;
}

/** Removes the answer of a folder whose runs are about to change. */
export function dropAnswer(directory: string): void {
  rmSync(join(directory, ANSWER_NAME), { force: true });
}

/**
 * Has the scenario answer its question with the numbers in a folder whose runs are complete, and writes the answer down
 * there, for this report and later ones.
 *
 * @returns the answer, or the one that is there if the numbers that it needs are not: a run of an earlier program may lack
 *   predictions; `undefined` where there is none: the scenario gives none, or others of its algorithms were run
 * @throws InputError where the scenario's own function fails
 */
export async function writeAnswer(
  directory: string,
  { definition: { answer }, file = 'the scenario' }: Pick<Target, 'definition' | 'file'>,
): Promise<string | undefined> {
  if (answer === undefined) return undefined;
  const { readFound, NotFound } = await import('../report/findings.ts');
  const { writeWhole } = await import('../report/wholeFile.ts');
  const found = await readFound(directory);
  let text: unknown;
  try {
    text = answer(found);
  } catch (error) {
    if (error instanceof NotFound) return answerIn(directory);
    throw new InputError(`${file}: answer threw: ${firstLine(error)}`, { cause: error });
  }
  if (typeof text !== 'string' || text.includes('NaN') || text.includes('undefined'))
    return answerIn(directory);
  await writeWhole(join(directory, ANSWER_NAME), `${text}\n`);
  return text;
}
