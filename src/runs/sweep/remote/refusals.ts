/**
 * Which tasks of a sweep a worker has refused. Tasks that are given back stand behind all that wait, so once each that
 * comes has been refused before, and one comes round again, there is nothing for this worker among them.
 */
export class Refusals {
  /** ever refused */
  readonly #known = new Set<string>();
  /** refused since a task came that had not been refused before */
  readonly #row = new Set<string>();

  /** @returns whether all tasks that wait have been refused, so that a pause is due; the next one takes as many again */
  refuse(task: string): boolean {
    if (!this.#known.has(task)) {
      this.#known.add(task);
      this.#row.clear();
      return false;
    }
    if (!this.#row.has(task)) {
      this.#row.add(task);
      return false;
    }
    this.#row.clear();
    return true;
  }

  /** A task came that is not refused. */
  accept(): void {
    this.#row.clear();
  }
}
