/** What a page to play with is given of a run: read from its directory. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { keyOf } from '../../algorithms/parts.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import type { Replication } from '../../configuration/replications.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { LineReader } from '../../recording/lineReader.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { recordedSettings } from '../../report/asScenario.ts';
import { groupByAlgorithm } from '../../report/curve.ts';
import { mainColumn } from '../../report/figureList.ts';
import { readRounds, type Series } from '../../report/readRounds.ts';
import { InputError } from '../../values/failure.ts';
import { everyOf, type PlayedRun, type RecordedReplication, shownRows, writePlayed } from './playedRun.ts';

/** Columns beside the quantity that is shown: places on the horizontal axes. */
const PLACES = ['round', 'step', 'time', 'uplinkBytes'] as const;

/** Characters of a problem's data as text, before it is compressed. */
const MOST_CHARACTERS = 2e7;

/** Refuses, in one line, what no page can compute: code of a user's own, real time, and large data. */
export function refuseUnplayable(
  configuration: RunConfiguration,
  specification: ProblemSpecification,
  subject: string,
): void {
  const refuse = (why: string): InputError => new InputError(`${subject}: no page can compute it: ${why}`);
  if (configuration.clock === 'wall')
    throw refuse('the run is on the wall clock, which a page cannot repeat');
  const code = [
    ...ownValues(configuration).map(({ kind, name }) => `${kind} ${name}`),
    ...(configuration.metrics ?? []).map(({ name }) => `metric ${name}`),
    ...(specification.kind === 'module' ? ['problem'] : []),
  ];
  if (code.length > 0)
    throw refuse(`its ${code.join(', its ')} is code of your own, which a page does not hold`);
  const size = writePlayed(specification).length;
  if (size > MOST_CHARACTERS)
    throw refuse(
      `its data is ${Math.round(size / 1e6)} MB, and a page is given ${MOST_CHARACTERS / 1e6} at most`,
    );
}

/**
 * A run with what it has recorded.
 *
 * @param directory - of a single run that has ended
 * @throws InputError in one line, where a page cannot compute the run, or its problem is gone or another
 */
export async function recordedRun(directory: string, dataDirectory: string | undefined): Promise<PlayedRun> {
  const manifest = readManifest(directory);
  const { configuration, runs, scenario } = manifest;
  const { specification } = await problemOfManifest(directory, manifest, dataDirectory);
  refuseUnplayable(configuration, specification, directory);
  return {
    specification,
    settings: recordedSettings(manifest),
    scenario: {
      ...{ name: scenario.name, title: scenario.title },
      ...(scenario.measure && { measure: scenario.measure }),
    },
    target: [directory, ...(dataDirectory === undefined ? [] : ['--data', dataDirectory])],
    recorded: {
      configuration: { ...configuration, ...{ trace: false, updates: false, verify: false } },
      runs,
      replications: await replicationsOf(directory, manifest),
    },
  };
}

/** The replications that have ended. */
async function replicationsOf(directory: string, manifest: Manifest): Promise<RecordedReplication[]> {
  const { runs, configuration } = manifest;
  const all = await readRounds(directory, manifest);
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), all, runs, configuration);
  const names = [...new Set([...PLACES, mainColumn(data, manifest)])];
  const ended = runs
    .filter(({ state }) => state === 'completed' || state === 'diverged')
    .flatMap(({ algorithm, seed, lastSeed = seed, stopped = false }) =>
      all
        .filter((series) => series.algorithm === algorithm && seed <= series.seed && series.seed <= lastSeed)
        .map((series) => ({ series, stopped })),
    );
  const digests = digestsOf(directory);
  const rowsOf = ({ columns }: Series): number => columns.round.length;
  const every = everyOf(ended.map(({ series }) => ({ rows: rowsOf(series) })));
  return ended.map(({ series, stopped }) => {
    const rows = rowsOf(series);
    const places = shownRows(rows, every);
    return {
      ...{ algorithm: series.algorithm, seed: series.seed, rows, stopped },
      digest: digests.get(nameOf(series))!,
      columns: Object.fromEntries(
        names.map((name) => [name, Float64Array.from(places, (row) => series.columns[name]![row]!)]),
      ),
    };
  });
}

const nameOf = ({ algorithm, seed }: Replication): string => `${algorithm},${seed}`;

/** Of each replication's rows. */
function digestsOf(directory: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  const reader = new LineReader(join(directory, 'rounds.csv'));
  try {
    reader.next();
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const name = line.slice(0, line.indexOf(',', line.indexOf(',') + 1));
      const hash = hashes.get(name) ?? createHash('sha256');
      hashes.set(name, hash.update(`${line}\n`));
    }
  } finally {
    reader.close();
  }
  return new Map([...hashes].map(([name, hash]) => [name, hash.digest('hex')]));
}
