/** Whether two manifests are of the same run: one whose rows would come out the same, byte for byte. */
import { keyOf } from '../algorithms/parts.ts';
import { placeAmong, type Replications } from '../configuration/replications.ts';
import { decidingOf } from '../configuration/settings/runSettings.ts';
import { isTimed } from '../timing/isTimed.ts';
import type { Manifest } from './manifest.ts';

/** Longest text of a value in a message. */
const SHOWN = 60;

/**
 * The first field in which a run on disk differs from the one asked for, with both values; undefined
 * for the same run. Placement, threads, verification and trace are left out, since no result
 * depends on them.
 *
 * @returns for example `configuration.seeds[1] is 2 there and 3 here`
 */
export function firstDifference(manifest: Manifest, here: Manifest): string | undefined {
  return difference(identity(manifest), identity(here));
}

/**
 * The first field in which the run asked for is not the one there with further algorithms or seeds before, between or
 * after its own, so that the replications that are there are also some of it, in the same order; undefined where it is.
 * On the wall clock none is grown, nor one that writes its updates: they are recorded in the order in which they came.
 */
export function differenceBeyondGrowth(manifest: Manifest, here: Manifest): string | undefined {
  const { algorithms, seeds, clock, updates } = here.configuration;
  const earlier = manifest.configuration;
  const names = new Set(earlier.algorithms.map(keyOf));
  const seedsThere = new Set(earlier.seeds);
  const configuration = {
    ...here.configuration,
    algorithms: algorithms.filter((algorithm) => names.has(keyOf(algorithm))),
    seeds: seeds.filter((seed) => seedsThere.has(seed)),
  };
  const first = firstDifference(manifest, here);
  const hasAll =
    configuration.algorithms.length === earlier.algorithms.length &&
    configuration.seeds.length === earlier.seeds.length;
  if (first === undefined || !hasAll) return first;
  const beyond = firstDifference(manifest, { ...here, configuration, runs: manifest.runs });
  if (beyond !== undefined) return beyond;
  if (!inOrder(manifest.runs, here.runs)) return first;
  return clock === 'wall' || updates
    ? `${first}, and a run ${updates ? 'with --updates' : 'on the wall clock'} does not grow`
    : undefined;
}

/** Whether all of some replications are among others, in the same order. */
function inOrder(some: readonly Replications[], all: readonly Replications[]): boolean {
  let last = -1;
  for (const { algorithm, seed, lastSeed = seed } of some) {
    for (let each = seed; each <= lastSeed; each++) {
      const place = placeAmong(all, { algorithm, seed: each });
      if (place <= last) return false;
      last = place;
    }
  }
  return true;
}

/** The first field in which two values of JSON differ, with both; undefined where they are equal. */
export function difference(elsewhere: unknown, here: unknown): string | undefined {
  return compare(elsewhere, here, '');
}

/** What makes a run, as JSON would give it back: without undefined fields, and −0 as 0. */
function identity(manifest: Manifest): unknown {
  const configuration = decidingOf(manifest.configuration);
  return JSON.parse(
    JSON.stringify({
      version: manifest.version,
      // Only a timed run's rows depend on the clock.
      ...(isTimed(manifest.configuration) && { tick: manifest.tick ?? 'not recorded' }),
      scenario: { name: manifest.scenario.name, sha256: manifest.scenario.sha256 },
      problem: { ...manifest.problem, specification: withoutPath(manifest.problem.specification) },
      configuration,
      runs: replicationsNamed(manifest.runs),
    }),
  );
}

/** A problem file is the same wherever it lies: the hash of what it holds is compared. */
function withoutPath(specification: unknown): unknown {
  if (!isRecord(specification) || specification.kind !== 'problem-file') return specification;
  const { path: _path, ...rest } = specification;
  return rest;
}

/** Which replications there are, however records group them. */
function replicationsNamed(runs: readonly Replications[]): string[] {
  const ranges: { algorithm: string; first: number; last: number }[] = [];
  for (const { algorithm, seed, lastSeed = seed } of runs) {
    const before = ranges.at(-1);
    if (before?.algorithm === algorithm && before.last + 1 === seed) before.last = lastSeed;
    else ranges.push({ algorithm, first: seed, last: lastSeed });
  }
  return ranges.map(({ algorithm, first, last }) =>
    first === last ? `${algorithm} with seed ${first}` : `${algorithm} with seeds ${first}..${last}`,
  );
}

function compare(elsewhere: unknown, here: unknown, path: string): string | undefined {
  if (Array.isArray(elsewhere) && Array.isArray(here)) {
    if (elsewhere.length !== here.length)
      return `${path} has ${elsewhere.length} entries there and ${here.length} here`;
    return first(elsewhere.keys(), (index) => compare(elsewhere[index], here[index], `${path}[${index}]`));
  }
  if (isRecord(elsewhere) && isRecord(here)) {
    const keys = new Set([...Object.keys(elsewhere), ...Object.keys(here)]);
    return first(keys, (key) => compare(elsewhere[key], here[key], path === '' ? key : `${path}.${key}`));
  }
  return elsewhere === here ? undefined : `${path} is ${asText(elsewhere)} there and ${asText(here)} here`;
}

function first<K>(keys: Iterable<K>, difference: (key: K) => string | undefined): string | undefined {
  for (const key of keys) {
    const found = difference(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string {
  const text = value === undefined ? 'not given' : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
