/** What the program's own thread and that of a command say to each other. */

/** What the thread is started with: what it cannot see of its streams, which are not its own. */
export interface CommandStart {
  /** the words after `fedsa` */
  readonly words: readonly string[];
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** of standard output; unknown where that is no terminal */
  readonly outputColumns: number | undefined;
}

/** What the thread reports; it is sent `interrupt` for a signal. */
export type CommandMessage =
  | { readonly kind: 'interruptible'; readonly isInterruptible: boolean }
  | { readonly kind: 'ended'; readonly status: number };
