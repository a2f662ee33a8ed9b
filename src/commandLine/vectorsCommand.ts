/** `fedsa vectors`: writes test vectors for programs of other people, and compares these programs' trajectories. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../values/failure.ts';
import { cannotBeUsed } from '../recording/fileCause.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { removeTemporary, temporaryBeside } from '../recording/temporaryName.ts';
import { compareTrajectory, type Verdict } from '../runs/vectors/comparison.ts';
import { readTrajectories } from '../runs/vectors/givenTrajectories.ts';
import { vectorText } from '../runs/vectors/vectorFile.ts';
import { EXIT } from './exitStatus.ts';
import { print } from './print.ts';
import { scientific } from '../values/numbers.ts';

export interface VectorsOptions {
  readonly out?: string;
  readonly compare?: string;
  readonly json?: boolean;
}

/**
 * Writes the vectors, compares trajectories with them, or both.
 *
 * @returns the exit status
 */
export function vectorsCommand({ out, compare, json = false }: VectorsOptions): number {
  if (out === undefined && compare === undefined)
    throw new InputError('vectors: give --out and a file to write, or --compare and a file of trajectories');
  // Read first, so that a fault in it leaves nothing written.
  const given = compare === undefined ? [] : readTrajectories(compare);
  if (out !== undefined) {
    write(out, vectorText());
    if (!json) print(`${out}\n`);
  }
  if (compare === undefined) return EXIT.done;
  const verdicts = given.map(compareTrajectory);
  if (json) print(`${JSON.stringify({ type: 'vectors', cases: verdicts })}\n`);
  else for (const verdict of verdicts) print(lineOf(verdict));
  return verdicts.some(({ verdict }) => verdict === 'different') ? EXIT.failed : EXIT.done;
}

function write(file: string, text: string): void {
  isOrdinaryFile(file);
  const temporary = temporaryBeside(file);
  try {
    removeTemporary(dirname(file));
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw cannotBeUsed(file, 'written', error, 'file');
  }
}

function lineOf(verdict: Verdict): string {
  const { case: name } = verdict;
  if (verdict.verdict === 'same bits') return `${name}: the same bits\n`;
  if (verdict.verdict === 'same up to rounding')
    return `${name}: the same up to rounding, ${scientific(verdict.largestDifference, 2)}\n`;
  const { round, coordinate, found, right, mistakes } = verdict;
  const where = `${name}: different from round ${round} on: coordinate ${coordinate} of θ̄ is ${found}, not ${right}`;
  if (mistakes.length === 0) return `${where}; no known mistake gives this trajectory\n`;
  const texts = mistakes.map((mistake) => `\n  ${mistake.name}: ${mistake.text}`);
  return `${where}; this trajectory comes of${mistakes.length > 1 ? ' any of' : ''}${texts.join('')}\n`;
}
