/** θ* and what theory predicts as CSV files beside the rows, for readers in any language; the manifest has both as JSON. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finitePrediction } from './finitePrediction.ts';
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import type { Prediction } from '../theory/predictions.ts';
import { numberCell, textCell } from './csvCell.ts';
import type { Manifest } from './manifest.ts';
import { replaceFile } from './manifestFile.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { removeParquet } from './tables.ts';

const ROOT_NAME = 'root.csv';
const PREDICTIONS_NAME = 'predictions.csv';

const PREDICTIONS_HEADER = 'algorithm,kind,seed,round,error,biasSquare,relativeError';

type TheoryOf = Pick<Manifest, 'problem' | 'predictions' | 'configuration'>;

/** What each file holds; `undefined` of one that is not to be there. */
const contents = ({ problem: { root }, predictions, configuration }: TheoryOf) =>
  [
    [PREDICTIONS_NAME, predictionsTable(predictions, configuration.seeds.length)],
    [
      ROOT_NAME,
      root === null
        ? undefined
        : `${root.map((_, j) => `theta_${j}`).join()}\n${root.map(numberCell).join()}\n`,
    ],
  ] as const;

/**
 * Writes `predictions.csv` and, where θ* is known, `root.csv` into a run directory, each whole; a file that has its content already
 * stays, with its Parquet file.
 *
 * @throws Error in one line if that cannot be done
 */
export function writeTheoryFiles(directory: string, manifest: TheoryOf): void {
  for (const [name, content] of contents(manifest)) {
    const file = join(directory, name);
    if (content !== undefined && holds(file, content)) continue;
    removeParquet(directory, [name]);
    if (content === undefined) rmSync(file, { force: true });
    else replaceFile(file, content);
  }
}

/** @throws InputError in one line where something else than a file lies in its place */
const holds = (file: string, content: string): boolean =>
  isOrdinaryFile(file) && readFileSync(file, 'utf8') === content;

/** Removes what was written of a run that is about to change: a complete run without these files lacks curves, too. */
export const dropTheoryFiles = (directory: string): void => {
  for (const name of [PREDICTIONS_NAME, ROOT_NAME]) rmSync(join(directory, name), { force: true });
};

/**
 * A file that {@link writeTheoryFiles} writes is missing or another: it was lost or cut, or a program was ended before it had all
 * curves.
 *
 * @throws InputError in one line where something else lies in its place
 */
export const lacksTheoryFiles = (directory: string, manifest: TheoryOf): boolean =>
  contents(manifest).some(
    ([name, content]) => content !== undefined && !holds(join(directory, name), content),
  );

/**
 * Each prediction's curve, then each seed's where there is one, then the limit, which has no round. Given the event times
 * of some seeds only, their mean predicts nothing of all, and has no rows.
 * Where the estimated error of an approximation is above 10 %, its cells are empty.
 */
function predictionsTable(predictions: readonly Prediction[], seeds: number): string {
  const lines = [PREDICTIONS_HEADER];
  // As the manifest has them, from which the file is made again.
  for (const prediction of predictions.map(finitePrediction)) {
    const algorithm = textCell(prediction.algorithm);
    /** with the seed, the round, the error, the square of its bias and the relative error of both; left out they are NaN */
    const row = (kind: string, ...numbers: readonly number[]): void => {
      lines.push(
        [algorithm, kind, ...Array.from({ length: 5 }, (_, k) => numberCell(numbers[k] ?? NaN))].join(),
      );
    };
    const { exact, noiseFree, limitError, limitKind } = prediction;
    if (exact !== undefined && !('reason' in exact)) {
      const isExact = exact.neglects === undefined;
      const kind = isExact ? 'exact' : 'approximate';
      const { arrivals } = exact;
      const isOfAll = arrivals === undefined || (exact.seeds ?? arrivals.length) === seeds;
      for (const { seed, meanSquare, biasSquare } of [
        ...(isOfAll ? [{ seed: NaN, ...exact }] : []),
        ...(arrivals ?? []),
      ])
        meanSquare.forEach((error, at) => {
          const relativeError = exact.neglects === undefined ? 0 : (exact.relativeError[at] ?? NaN);
          const ofBias =
            exact.biasRelativeError === undefined ? relativeError : (exact.biasRelativeError[at] ?? NaN);
          const mean = relativeError <= MOST_UNCERTAIN ? error : NaN;
          const bias = ofBias <= MOST_UNCERTAIN ? biasSquare[at]! : NaN;
          row(kind, seed, exact.rounds[at]!, mean, bias, relativeError);
        });
    } else if (noiseFree !== undefined && !('reason' in noiseFree)) {
      noiseFree.errors.forEach((error, at) => {
        row('noise-free', NaN, noiseFree.rounds[at]!, error, NaN);
      });
    }
    const uncertainty = limitUncertainty(prediction) ?? NaN;
    if (limitError !== null && limitKind !== null && !(uncertainty > MOST_UNCERTAIN)) {
      const [error, bias] = limitKind === 'noise-free' ? [limitError, NaN] : [NaN, limitError];
      row('limit', NaN, NaN, error, bias, uncertainty);
    }
  }
  return `${lines.join('\n')}\n`;
}
