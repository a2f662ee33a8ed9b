/** The runs of all points of a sweep in little room: some sixty bytes each, so that memory is no matter of the grid. */

/** One algorithm at one point. */
export interface PlannedRun {
  /** its name in the run that the point stands for */
  readonly algorithm: string;
  /** SHA-256 in hexadecimal digits: the name of its folder */
  readonly key: string;
}

/** The same with its place. */
export interface PlacedRun extends PlannedRun {
  /** among all runs, of the first that has the key: points may share runs */
  readonly place: number;
  /** whether it is that first */
  readonly isFirst: boolean;
}

const KEY_BYTES = 32;
const SMALLEST = 1024;

/** Runs by point, and their places by key. */
export class PlannedRuns {
  /** different keys */
  keyCount = 0;
  /** the first run of each point, and the end of the last */
  readonly #starts = [0];
  readonly #names: string[] = [];
  readonly #places: number[] = [];
  #keys = Buffer.alloc(SMALLEST * KEY_BYTES);
  /** places by hash of their keys, with one added; 0 where there is none */
  #table = new Int32Array(2 * SMALLEST);

  get points(): number {
    return this.#starts.length - 1;
  }

  /** Adds the runs of the next point. @returns how many of their keys are new */
  add(runs: readonly PlannedRun[]): number {
    const before = this.keyCount;
    for (const { algorithm, key } of runs) {
      const place = this.#names.length;
      if ((place + 1) * KEY_BYTES > this.#keys.length) this.#grow();
      this.#keys.write(key, place * KEY_BYTES, 'hex');
      this.#names.push(algorithm);
      this.#places.push(this.#placeOf(place));
    }
    this.#starts.push(this.#names.length);
    return this.keyCount - before;
  }

  /** The runs of a point. */
  at(point: number): PlacedRun[] {
    const runs: PlacedRun[] = [];
    for (let run = this.#starts[point]!; run < this.#starts[point + 1]!; run++) {
      const place = this.#places[run]!;
      const key = this.#keys.toString('hex', run * KEY_BYTES, (run + 1) * KEY_BYTES);
      runs.push({ algorithm: this.#names[run]!, key, place, isFirst: place === run });
    }
    return runs;
  }

  /** The first point that has a key. */
  pointOf(key: string): number | undefined {
    const sought = Buffer.from(key, 'hex');
    if (sought.length !== KEY_BYTES) return undefined;
    const place = this.#table[this.#slotOf(sought)]! - 1;
    if (place < 0) return undefined;
    let [low, high] = [0, this.points];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The place of the first run with the same key, which is this one where there is none. */
  #placeOf(place: number): number {
    const slot = this.#slotOf(this.#keyAt(place));
    if (this.#table[slot] === 0) {
      this.#table[slot] = place + 1;
      this.keyCount++;
    }
    return this.#table[slot]! - 1;
  }

  /** Where in the table a key is, or would be. */
  #slotOf(key: Buffer): number {
    const mask = this.#table.length - 1;
    let slot = key.readUInt32LE(0) & mask;
    while (this.#table[slot] !== 0 && !this.#keyAt(this.#table[slot]! - 1).equals(key))
      slot = (slot + 1) & mask;
    return slot;
  }

  #keyAt(place: number): Buffer {
    return this.#keys.subarray(place * KEY_BYTES, (place + 1) * KEY_BYTES);
  }

  #grow(): void {
    this.#keys = Buffer.concat([this.#keys, Buffer.alloc(this.#keys.length)]);
    this.#table = new Int32Array(2 * this.#table.length);
    for (const [run, place] of this.#places.entries())
      if (run === place) this.#table[this.#slotOf(this.#keyAt(place))] = place + 1;
  }
}
