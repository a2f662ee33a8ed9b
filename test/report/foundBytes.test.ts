/** The bytes until an error is reached are ordered by themselves, not by the seconds of the same seeds. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeManifest } from '../../src/recording/manifestFile.ts';
import { readFound } from '../../src/report/findings.ts';
import { smallManifest } from '../recording/smallRun.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

/** Seconds and bytes of the round that reaches 1, by seed; `undefined` where none does. */
type Passages = readonly (readonly [seconds: number, bytes: number] | undefined)[];

async function foundOf(passages: Passages) {
  const folder = temporaryFolder();
  const seeds = passages.map((_, k) => k + 1);
  const manifest = smallManifest({ iterates: false }, seeds);
  const runs = manifest.runs.map((each) => ({
    ...each,
    ...{ state: 'completed' as const, rounds: 2, steps: 20, rows: 3 },
  }));
  writeManifest(folder, { ...manifest, state: 'completed', runs });
  const rows = ['local-sa', 'scafflsa'].flatMap((algorithm) =>
    passages.flatMap((passage, k) => {
      const [seconds, bytes] = passage ?? [1, 1];
      return [0, 1, 2].map((round) => {
        const error = round === 0 || passage === undefined ? 9 : 0.5;
        const sent = bytes * round;
        return [algorithm, k + 1, round, 10 * round, seconds * round, error, error, error, 0, 0, 0, sent, 0];
      });
    }),
  );
  const header =
    'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';
  writeFileSync(join(folder, 'rounds.csv'), `${[header, ...rows.map((row) => row.join())].join('\n')}\n`);
  return (await readFound(folder)).panels[0]!.of('local-sa');
}

test('of seeds that all reach it the mean', async () => {
  const found = await foundOf([
    [10, 300],
    [20, 100],
    [60, 200],
  ]);
  expect([found.seconds(1), found.bytes(1)]).toEqual([30, 200]);
});

test('with seeds that do not, the median of each: the seed of the median time has 100 bytes', async () => {
  const found = await foundOf([[10, 300], [20, 200], [30, 100], undefined, undefined]);
  expect([found.seconds(1), found.bytes(1)]).toEqual([30, 300]);
});
