/** Follows a run directory, finished or still growing: what its manifest and its rounds.csv say by now, as frames. */
import { closeSync, fstatSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findAlgorithm } from '../../algorithms/catalogue.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { titlesOf } from '../../algorithms/titles.ts';
import { budgetedRounds } from '../../configuration/budget.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { countAll, membership } from '../../configuration/replications.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { openToRead } from '../../recording/ordinaryFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { limitOf } from '../../report/headline.ts';
import { limitName } from '../../report/limitName.ts';
import { hueOf } from '../../report/palette.ts';
import { RECORDED_IN } from './curveMeasure.ts';
import type { AlgorithmCurves, CurveMeasure, Frames, Points } from './frames.ts';
import { theoryOf } from './shownTheory.ts';
import type { RunStepper } from './stepper.ts';
import { MeanCurve, type Place, type Point, ThinCurve } from './thinCurve.ts';

/** Bytes of rows that are taken in at a time, so that a long file holds nothing else up. */
const A_TURN = 2_000_000;
const LINE_FEED = 10;
const COLUMNS = ['algorithm', 'seed', 'round', 'step', 'time', 'uplinkVectors', 'downlinkVectors'] as const;

/** What is kept of an algorithm's rows. */
interface Rows {
  readonly mean: MeanCurve;
  latest: ThinCurve | undefined;
  seed: number;
  /** of the replications that have ended */
  rounds: number;
  newest: { readonly round: number; readonly uplink: number; readonly downlink: number };
}

/** One run directory. Ask {@link poll} now and then. */
export class RunFollower {
  readonly directory: string;
  #manifest: Manifest | undefined;
  #manifestIs = '';
  #offset = 0;
  #columns: readonly number[] | undefined;
  #rows = new Map<string, Rows>();
  #current = '';

  constructor(directory: string) {
    this.directory = directory;
  }

  get manifest(): Manifest | undefined {
    return this.#manifest;
  }

  /**
   * Takes in what is new, or a part of it.
   *
   * @returns whether anything was
   */
  poll(): boolean {
    const isNew = this.#readManifest();
    return (this.#manifest !== undefined && this.#readRows(this.#manifest)) || isNew;
  }

  /**
   * The frame `curves`; `undefined` before there is a manifest.
   *
   * @param stepper - of a replication that is stepped through, instead of the one that is recorded now
   */
  curves(stepper?: RunStepper): Frames['curves'] | undefined {
    const manifest = this.#manifest;
    if (manifest === undefined) return undefined;
    const { algorithms } = manifest.configuration;
    const measure = measureOf(manifest);
    const { algorithm: stepped, seed } = stepper?.replication ?? {};
    const latestOf = (key: string): Partial<AlgorithmCurves> =>
      key === stepped ? { latest: { seed: seed!, ...pointsOf(stepper!.curve(measure).points) } } : {};
    const titleOf = titlesOf(algorithms);
    const keys = algorithms.map(keyOf);
    return {
      axis: RECORDED_IN[measure].axis,
      algorithms: keys.map((key) => ({
        title: titleOf(key),
        ...coloursOf(key, keys),
        ...this.#curvesOf(key, manifest),
        ...latestOf(key),
      })),
    };
  }

  /** Rounds that rows say are done, over all replications. */
  get rounds(): number {
    let rounds = 0;
    for (const rows of this.#rows.values()) rounds += rows.rounds + rows.newest.round;
    return rounds;
  }

  /** Messages of a round, both ways, by the newest row; `undefined` where it is not known how many vectors a message has. */
  get messagesPerRound(): number | undefined {
    const rows = this.#rows.get(this.#current);
    const algorithm = this.#manifest?.configuration.algorithms.find(
      (algorithm) => keyOf(algorithm) === this.#current,
    );
    if (rows === undefined || algorithm === undefined || rows.newest.round === 0) return undefined;
    const { round, uplink, downlink } = rows.newest;
    const sizes = vectorsOf(algorithm);
    return sizes && (uplink / sizes.up + downlink / sizes.down) / round;
  }

  /** How far the run is by its files alone. */
  get progress(): Pick<Frames['progress'], 'rounds' | 'totalRounds' | 'share'> {
    const { rounds } = this;
    if (this.#manifest === undefined) return { rounds, totalRounds: null, share: null };
    const { runs, configuration } = this.#manifest;
    const all = countAll(runs);
    const total = budgetedRounds(configuration) * all;
    const ended = countAll(runs.filter(({ state }) => state !== 'pending'));
    const share =
      this.#manifest.state === 'completed'
        ? 1
        : Number.isFinite(total)
          ? Math.min(1, rounds / total)
          : ended / all;
    return { rounds, totalRounds: Number.isFinite(total) ? total : null, share };
  }

  #curvesOf(
    key: string,
    { configuration, predictions, problem, state, ...manifest }: Manifest,
  ): Omit<AlgorithmCurves, 'title' | 'light' | 'dark'> {
    const rows = this.#rows.get(key);
    const isError = measureOf({ ...manifest, problem }) === 'error';
    const prediction = isError ? predictions.find(({ algorithm }) => algorithm === key) : undefined;
    // Of a run that has ended the last replication may have been interrupted.
    const hasEnded = membership(
      manifest.runs.filter(({ state }) => state === 'completed' || state === 'diverged'),
    );
    const isOver =
      rows?.latest !== undefined &&
      (key !== this.#current || (state !== 'running' && hasEnded({ algorithm: key, seed: rows.seed })));
    const latest = rows?.latest?.points ?? [];
    const ended = (rows?.mean.curves ?? 0) + Number(isOver);
    const limit = limitOf(prediction, problem.root);
    const meanOn = (axis: Place): Points => pointsOf(rows!.mean.points(axis, isOver ? latest : []));
    return {
      ended,
      seeds: configuration.seeds.length,
      mean: ended === 0 ? null : { round: meanOn('round'), step: meanOn('step'), time: meanOn('time') },
      latest: rows === undefined || isOver ? null : { seed: rows.seed, ...pointsOf(latest) },
      theory: prediction === undefined ? null : theoryOf(prediction),
      limit: limit !== null && limit > 0 ? { name: limitName(prediction!), value: limit } : null,
    };
  }

  #readManifest(): boolean {
    const stats = statSync(join(this.directory, MANIFEST_NAME), { throwIfNoEntry: false });
    if (stats === undefined) return false;
    const state = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
    if (state === this.#manifestIs) return false;
    this.#manifestIs = state;
    const manifest = RunFollower.#readable(() => readManifest(this.directory));
    if (manifest === undefined) return false;
    // Another run, or another session of the same one, whose rows may have been cut back.
    if (manifest.startedAt !== this.#manifest?.startedAt) this.#forget();
    this.#manifest = manifest;
    return true;
  }

  /** Whatever lies in a folder, a page of it is no reason for anything to fail. */
  static #readable<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch {
      return undefined;
    }
  }

  #forget(): void {
    this.#offset = 0;
    this.#columns = undefined;
    this.#rows = new Map();
  }

  #readRows(manifest: Manifest): boolean {
    const path = join(this.directory, 'rounds.csv');
    const file = RunFollower.#readable(() => openToRead(path));
    if (file === undefined) return false;
    try {
      const { size } = fstatSync(file);
      if (size < this.#offset) this.#forget();
      const bytes = Buffer.allocUnsafe(Math.min(A_TURN, size - this.#offset));
      const read = readSync(file, bytes, 0, bytes.length, this.#offset);
      const end = bytes.subarray(0, read).lastIndexOf(LINE_FEED) + 1;
      if (end === 0) return false;
      this.#offset += end;
      for (const line of bytes.toString('latin1', 0, end - 1).split('\n')) this.#take(line, manifest);
      return true;
    } finally {
      closeSync(file);
    }
  }

  #take(line: string, manifest: Manifest): void {
    const cells = line.split(',');
    if (this.#columns === undefined) {
      this.#columns = [...COLUMNS, RECORDED_IN[measureOf(manifest)].column].map((name) =>
        cells.indexOf(name),
      );
      return;
    }
    const [algorithm, ...numbers] = this.#columns.map((at) => cells[at] ?? '');
    const [seed, round, step, time, uplink, downlink, value] = numbers.map(numberOf);
    const rows = this.#rows.get(algorithm!) ?? noRows();
    this.#rows.set(algorithm!, rows);
    this.#current = algorithm!;
    if (rows.latest === undefined || rows.seed !== seed) {
      if (rows.latest !== undefined) rows.mean.add(rows.latest.points);
      rows.rounds += rows.newest.round;
      rows.latest = new ThinCurve();
      rows.seed = seed!;
    }
    rows.newest = { round: round!, uplink: uplink!, downlink: downlink! };
    rows.latest.add({
      round: round!,
      step: step!,
      time: time!,
      value: RECORDED_IN[measureOf(manifest)].valueOf(value!),
    });
  }
}

const noRows = (): Rows => ({
  mean: new MeanCurve(),
  latest: undefined,
  seed: NaN,
  rounds: 0,
  newest: { round: 0, uplink: 0, downlink: 0 },
});

const numberOf = (cell: string): number => (cell === '' ? NaN : Number(cell));

const measureOf = ({ scenario, problem }: Pick<Manifest, 'scenario' | 'problem'>): CurveMeasure =>
  scenario.measure !== undefined && scenario.measure !== 'error'
    ? scenario.measure
    : problem.root === null
      ? 'operatorNorm'
      : 'error';

function coloursOf(key: string, all: readonly string[]): { readonly light: string; readonly dark: string } {
  const { light, dark } = hueOf(key, all).line;
  return { light, dark };
}

/** Vectors of a message to an agent and of an answer, where all of an algorithm of the program have as many. */
function vectorsOf({
  name,
  own: algorithm,
}: ScheduledAlgorithm): { readonly up: number; readonly down: number } | undefined {
  const messages = algorithm === undefined ? findAlgorithm(name)?.messages : undefined;
  if (messages === undefined) return undefined;
  const sizes = (types: readonly { readonly fields: readonly string[] }[]): number[] => [
    ...new Set(types.map(({ fields }) => fields.length)),
  ];
  const [[up, otherUp], [down, otherDown]] = [sizes(messages.up), sizes(messages.down)];
  if (up === undefined || down === undefined || otherUp !== undefined || otherDown !== undefined)
    return undefined;
  return { up, down };
}

function pointsOf(points: readonly Point[]): Points {
  const column = (name: 'round' | 'step' | 'time'): number[] => points.map((point) => point[name]);
  return {
    round: column('round'),
    step: column('step'),
    time: column('time'),
    value: points.map(({ value }) => (Number.isFinite(value) ? value : null)),
  };
}
