/** What the exit status of the command line says. */
export const EXIT = { done: 0, failed: 1, badInput: 2, interrupted: 130 } as const;
