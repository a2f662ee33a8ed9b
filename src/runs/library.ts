/** The command line's commands as functions, with the same defaults. */
export { runs, type MemoryCallOptions, type MemoryOutcome } from './library/inMemory.ts';
export * from './library/questions.ts';
export * from './library/results.ts';
export * from './library/runs.ts';
