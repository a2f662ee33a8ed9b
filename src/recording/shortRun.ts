/**
 * A short run held in memory, and written as a run directory once it has ended: under another name first, so that the folder is
 * there whole or not at all. Of many short runs a directory that can be gone on with at any moment costs more than the runs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EarlierRows } from './earlierRun.ts';
import { jsonText } from './jsonText.ts';
import type { Manifest } from './manifest.ts';
import { MANIFEST_NAME, writtenManifest } from './manifestFile.ts';
import { type NamedRow, Recording, type RowsName } from './recording.ts';
import { rowHeaders } from './rows.ts';
import type { RowSlice } from './rowSlices.ts';
import { headerOf, sideNames } from './sideFiles.ts';

/** Characters that are turned into bytes at once: long texts grow in many pieces, which costs more than their bytes. */
const BLOCK = 8192;
/** Most bytes of a character. */
const WIDEST = 3;

/** Rows held as the bytes that a file of them has. */
class RowBuffer {
  #pending = '';
  #bytes = Buffer.allocUnsafe(8 * BLOCK);
  #length = 0;

  /** Adds a row, without its line's end. */
  add(row: string): void {
    this.#pending += row + '\n';
    if (this.#pending.length >= BLOCK) this.#write();
  }

  /** All of them; the memory is used again for further rows. */
  get bytes(): Buffer {
    this.#write();
    return this.#bytes.subarray(0, this.#length);
  }

  #write(): void {
    const needed = this.#length + WIDEST * this.#pending.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(this.#pending, this.#length);
    this.#pending = '';
  }
}

/** A recording in memory: see {@link ShortRun.writeInto}. */
export class ShortRun extends Recording {
  /** of all files, by name */
  readonly #buffers = new Map<string, RowBuffer>();
  /** for each file where a replication's rows begin, in bytes, and how many they are, by the cells of algorithm and seed */
  readonly #begins = new Map<string, Map<string, { readonly offset: number; rows: number }>>();

  /**
   * @param path - where its folder is to be
   * @param stored - replications that lie elsewhere and are taken over
   */
  constructor(path: string, manifest: Manifest, stored?: EarlierRows) {
    super(path, manifest, { earlier: stored });
    const sides = sideNames(manifest.configuration).map((name) => [name, headerOf(name)] as const);
    for (const [name, header] of [...rowHeaders(manifest), ...sides]) {
      const buffer = new RowBuffer();
      buffer.add(header);
      this.#buffers.set(name, buffer);
    }
  }

  /** The files of rows, by name; of a type that programs without Node's types have, too. */
  get files(): Readonly<Record<string, Uint8Array>> {
    return Object.fromEntries([...this.#buffers].map(([name, buffer]) => [name, buffer.bytes]));
  }

  /** Where each replication's rows lie in a file, by the cells of algorithm and seed. */
  slicesOf(file: string): Map<string, RowSlice> {
    const begins = [...(this.#begins.get(file) ?? [])];
    const end = this.#buffers.get(file)!.bytes.length;
    return new Map(
      begins.map(([replication, { offset, rows }], at) => {
        const next = begins[at + 1]?.[1].offset ?? end;
        return [replication, { offset, bytes: next - offset, rows }];
      }),
    );
  }

  protected has(file: RowsName): boolean {
    return this.#buffers.has(file);
  }

  protected write(rows: readonly NamedRow[]): void {
    for (const [file, row] of rows) this.#add(file, row);
  }

  /**
   * Writes the folder under another name.
   *
   * @param temporary - its name until it is whole, on the same file system
   * @param more - further files, by name
   * @throws the file system's error
   */
  writeInto(temporary: string, more: Readonly<Record<string, string>>): void {
    mkdirSync(temporary);
    const manifest = `${jsonText(writtenManifest(this.manifest), 2)}\n`;
    for (const [name, content] of Object.entries({ ...this.files, [MANIFEST_NAME]: manifest, ...more }))
      writeFileSync(join(temporary, name), content);
  }

  /** Adds a row of the replication under way to a file, if the run has it. */
  #add(name: RowsName, row: string): void {
    const buffer = this.#buffers.get(name);
    if (buffer === undefined) return;
    let begins = this.#begins.get(name);
    if (begins === undefined)
      this.#begins.set(name, (begins = new Map<string, { readonly offset: number; rows: number }>()));
    const replication = this.prefix.slice(0, -1);
    const begun = begins.get(replication);
    if (begun === undefined) begins.set(replication, { offset: buffer.bytes.length, rows: 1 });
    else begun.rows++;
    buffer.add(row);
  }
}
