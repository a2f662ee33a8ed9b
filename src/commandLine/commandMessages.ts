/** What the program's own thread and that of a command say to each other. */

/** The data that the thread is started with: properties of its streams, which are not its own and which it cannot see. */
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
