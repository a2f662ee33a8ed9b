/** The program that compiles users' files, a process of its own, was ended: by a signal to all processes of a terminal, say. */
export class CompilerEnded extends Error {
  override readonly name = 'CompilerEnded';
  /** whether an interrupt has come, of which this is a part */
  isInterrupt = false;

  constructor(file: string, cause: Error) {
    super(`esbuild, which compiles ${file}, was ended: ${cause.message}`, { cause });
  }
}

/** The end of the compiler that an error came of; `undefined` where it did not. */
export function compilerEnded(thrown: unknown): CompilerEnded | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof CompilerEnded) return error;
  return undefined;
}
