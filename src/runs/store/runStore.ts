/** What a run takes from a store and puts there: each of its algorithms by its own key. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../../algorithms/parts.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { InputError } from '../../values/failure.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import { membership, type Replications } from '../../configuration/replications.ts';
import { textCell } from '../../recording/csvCell.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { type RowSlice, scanRows } from '../../recording/rowSlices.ts';
import { only } from '../../recording/runRecords.ts';
import { type StoredReplication, StoredRows } from '../../recording/storedRows.ts';
import { contentKey, problemHash } from './contentKey.ts';
import { endOf, ROW_FILES } from './resultFile.ts';
import { Store, storedReplication, writeStored } from './store.ts';

/** A store that somebody asks for. */
export interface StoreChoice {
  readonly folder: string;
  /** whether a run that cannot be kept is refused; if not, it is run without the store */
  readonly isNamed: boolean;
}

/**
 * The store of a run, where there is one and the run can be kept in it.
 *
 * @throws InputError in one line
 */
export function storeFor(
  choice: StoreChoice | undefined,
  configuration: RunConfiguration,
): Store | undefined {
  if (choice === undefined) return undefined;
  const reason = whyNotKept(configuration);
  if (reason === undefined) return new Store(choice.folder);
  if (choice.isNamed) throw new InputError(`\`store\`: ${reason}; leave it out`);
  return undefined;
}

/** Why a run's replications cannot be kept by what they are of. */
function whyNotKept(configuration: RunConfiguration): string | undefined {
  const { clock, trace, verify, stopWhen } = configuration;
  if (clock === 'wall') return 'on the wall clock a run differs each time';
  if (stopWhen !== undefined) return 'a rule of its program ends the run, which has no hash';
  if (trace) return '`trace` records timelines, which a store does not have';
  if (verify) return '`verify` checks a run while it computes, which a stored one does not';
  const inProgram = ownValues(configuration).find(({ file }) => file === null);
  return inProgram && `${inProgram.name} is in no file, so it has no hash`;
}

/** See the head of this file. */
export class RunStore {
  readonly #store: Store;
  readonly #algorithms: readonly { readonly algorithm: ScheduledAlgorithm; readonly key: string }[];
  readonly #seeds: readonly number[];

  constructor(store: Store, configuration: RunConfiguration, specification: ProblemSpecification) {
    const problem = problemHash(specification);
    this.#store = store;
    this.#seeds = configuration.seeds;
    this.#algorithms = configuration.algorithms.map((algorithm) => ({
      algorithm,
      key: contentKey(configuration, algorithm, problem),
    }));
  }

  /**
   * The replications of the run that are there.
   *
   * @throws InputError as {@link Store.find} does, and where one is not there and nothing can be added
   */
  take(): StoredRows {
    const stored = new StoredRows(
      this.#algorithms.flatMap(({ algorithm, key }) =>
        [...this.#store.find(key, this.#seeds)].map(([seed, at]) =>
          storedReplication(keyOf(algorithm), seed, at, algorithm.name),
        ),
      ),
    );
    if (stored.runs.length < this.#algorithms.length * this.#seeds.length)
      this.#store.refuseUnwritable(this.#algorithms.map(({ key }) => key));
    return stored;
  }

  /**
   * Adds what a run's folder has and the store does not.
   *
   * @param before - replications that this session has not computed: they are not compared with the store's
   * @throws InputError as {@link Store.add} does
   */
  put(directory: string, manifest: Manifest, before: readonly Replications[]): void {
    const isBefore = membership(before);
    let files: readonly (readonly [string, ReadonlyMap<string, RowSlice>])[] | undefined;
    for (const { algorithm: scheduled, key } of this.#algorithms) {
      const algorithm = keyOf(scheduled);
      const parts = this.#store.parts(key);
      const isThere = (seed: number): boolean =>
        parts.some(({ result }) => endOf(result.replications[seed]) !== undefined);
      const seeds = endedSeeds(manifest, algorithm).filter(
        (seed) => !isBefore({ algorithm, seed }) || !isThere(seed),
      );
      if (seeds.length === 0) continue;
      files ??= ROW_FILES.filter((name) => existsSync(join(directory, name))).map((name) => [
        name,
        scanRows(join(directory, name)).slices,
      ]);
      const stored = seeds.map((seed): StoredReplication => {
        const rows = files!.flatMap(([name, slices]) => {
          const slice = slices.get(`${textCell(algorithm)},${seed}`);
          return slice === undefined ? [] : [[name, slice] as const];
        });
        const record = recordOf(manifest, algorithm, seed);
        return {
          record: { ...record, algorithm: scheduled.name },
          directory,
          name: algorithm,
          rows: Object.fromEntries(rows),
        };
      });
      const { key: _key, label: _label, ...bare } = scheduled;
      const described = { ...manifest, configuration: { ...manifest.configuration, algorithms: [bare] } };
      this.#store.add(key, directory, (folder) => writeStored(stored, described, key, folder));
    }
  }
}

const endedSeeds = ({ runs }: Manifest, algorithm: string): number[] =>
  runs.flatMap((run) => {
    const { seed, lastSeed = seed, state } = run;
    if (run.algorithm !== algorithm || (state !== 'completed' && state !== 'diverged')) return [];
    return Array.from({ length: lastSeed - seed + 1 }, (_, at) => seed + at);
  });

/** The record of one seed; where it is of several, its rounds and steps are those of its last row. */
function recordOf({ runs }: Manifest, algorithm: string, seed: number) {
  const record = runs.find(
    (run) => run.algorithm === algorithm && run.seed <= seed && seed <= (run.lastSeed ?? run.seed),
  )!;
  return record.lastSeed === undefined ? record : { ...only(record, seed, seed), lastSeed: seed };
}
