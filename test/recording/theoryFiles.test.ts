import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeTheoryFiles } from '../../src/recording/theoryFiles.ts';
import type { Prediction } from '../../src/theory/predictions.ts';
import { smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const WITHOUT_LIMIT = {
  limitError: null,
  limitKind: null,
  roundFactor: null,
  source: '',
} as const;

const PREDICTIONS: readonly Prediction[] = [
  {
    ...WITHOUT_LIMIT,
    algorithm: 'local-sa',
    limitError: 1e-7,
    limitKind: 'exact',
    exact: {
      rounds: [0, 3],
      meanSquare: [1 / 3, 0.1 + 0.2],
      biasSquare: [1 / 3, 5e-324],
      // The second seed's run ended before round 3.
      arrivals: [
        { seed: 4, meanSquare: [1 / 3, 0.7], biasSquare: [1 / 3, 0.6] },
        { seed: 9, meanSquare: [2 / 3], biasSquare: [0] },
      ],
    },
  },
  {
    ...WITHOUT_LIMIT,
    algorithm: 'fedhsa',
    exact: {
      rounds: [1],
      meanSquare: [2],
      biasSquare: [1],
      neglects: 'pair correlations',
      relativeError: [0.02],
    },
  },
  {
    ...WITHOUT_LIMIT,
    algorithm: 'garnet',
    // of a curve that is not known well enough at its end
    limitError: 0.125,
    limitKind: 'closure',
    exact: {
      rounds: [1, 2, 3],
      meanSquare: [2, 3, 4],
      biasSquare: [1, 1, 1],
      neglects: 'triples',
      relativeError: [0.05, 0.2, null],
    },
  },
  {
    ...WITHOUT_LIMIT,
    algorithm: 'scaffold',
    limitError: 0.25,
    limitKind: 'noise-free',
    exact: { reason: 'operators are not linear' },
    noiseFree: { rounds: [0, 1], errors: [2, 0.5] },
  },
  {
    ...WITHOUT_LIMIT,
    algorithm: 'scafflsa',
    // given the event times of one of the two seeds: its mean is not that of both
    exact: {
      rounds: [1],
      meanSquare: [3],
      biasSquare: [1],
      arrivals: [{ seed: 1, meanSquare: [3], biasSquare: [1] }],
    },
  },
  { ...WITHOUT_LIMIT, algorithm: 'a,b', limitError: 0, limitKind: 'exact' },
];

test('θ* and every curve are written with all their digits; what is not there is an empty cell', () => {
  const folder = temporaryFolder();
  const manifest = smallManifest();
  writeTheoryFiles(folder, { ...manifest, predictions: PREDICTIONS });
  expect(text(folder, 'root.csv')).toBe('theta_0,theta_1\n0.5,-0.3333333333333333\n');
  expect(text(folder, 'predictions.csv').split('\n')).toEqual([
    'algorithm,kind,seed,round,error,biasSquare,relativeError',
    'local-sa,exact,,0,0.3333333333333333,0.3333333333333333,0',
    'local-sa,exact,,3,0.30000000000000004,5e-324,0',
    'local-sa,exact,4,0,0.3333333333333333,0.3333333333333333,0',
    'local-sa,exact,4,3,0.7,0.6,0',
    'local-sa,exact,9,0,0.6666666666666666,0,0',
    'local-sa,limit,,,,1e-7,0',
    'fedhsa,approximate,,1,2,1,0.02',
    'garnet,approximate,,1,2,1,0.05',
    'garnet,approximate,,2,,,0.2',
    'garnet,approximate,,3,,,',
    'scaffold,noise-free,,0,2,,',
    'scaffold,noise-free,,1,0.5,,',
    'scaffold,limit,,,0.25,,',
    'scafflsa,exact,1,1,3,1,0',
    '"a,b",limit,,,,0,0',
    '',
  ]);
});

test('the Parquet file of a table stays while the table does, and goes with its content', () => {
  const folder = temporaryFolder();
  const manifest = smallManifest();
  writeTheoryFiles(folder, manifest);
  const parquet = ['predictions', 'root'].map((name) => join(folder, `${name}.parquet`));
  for (const file of parquet) writeFileSync(file, '');
  writeTheoryFiles(folder, manifest);
  expect(parquet.map((file) => existsSync(file))).toEqual([true, true]);
  writeTheoryFiles(folder, { ...manifest, predictions: PREDICTIONS });
  expect(parquet.map((file) => existsSync(file))).toEqual([false, true]);
});

test('where θ* is not known there is no root.csv, and an earlier one goes', () => {
  const folder = temporaryFolder();
  const { problem, ...rest } = smallManifest();
  writeTheoryFiles(folder, { ...rest, problem });
  writeTheoryFiles(folder, { ...rest, problem: { ...problem, root: null } });
  expect(existsSync(join(folder, 'root.csv'))).toBe(false);
  expect(text(folder, 'predictions.csv')).toBe('algorithm,kind,seed,round,error,biasSquare,relativeError\n');
});
