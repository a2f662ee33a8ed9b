/** What a command that is done leaves, and what it was called with. */
export interface Ending {
  /** those after `fedsa`, as they were typed */
  readonly words: readonly string[];
  readonly setStatus: (status: number) => void;
}
