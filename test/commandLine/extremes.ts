/** Runs at the ends of what settings accept, each short enough to be made: what they write, the program must read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fedsa } from './builtProgram.ts';

/** Its parameters, for algorithms that need more than a step size. */
export const ALGORITHMS: readonly (readonly string[])[] = [
  ['--algorithm', 'local-sa'],
  ['--algorithm', 'scafflsa'],
  ['--algorithm', 'fedhsa'],
  ['--algorithm', 'scaffold'],
  ['--algorithm', 'richardson-romberg'],
  ['--algorithm', 'minibatch-sgd', '--server-step-size', '1e-300'],
  ['--algorithm', 'local-sgd-m', '--server-step-size', '1e300', '--momentum', '1e-300'],
];

let count = 0;

/**
 * Makes a run, and has every command that reads it read it.
 *
 * @returns the first command that does not do what it should, with what it printed; `undefined` where all do
 */
export async function refusedOf(folder: string, options: readonly string[]): Promise<string | undefined> {
  const name = `run-${(count += 1)}`;
  const problem = existsSync(join(folder, 'problem.json')) ? 'problem.json' : 'quickstart';
  const made = await fedsa(
    ...([folder, 'run', problem, ...options] as const),
    ...['--seeds', '1', '--allow-divergence', '--quiet', '--out', name],
  );
  // What the settings refuse, they refuse in one line.
  if (made.status === 2 && !existsSync(join(folder, name)) && /^fedsa: [^\n]*\n$/.test(made.stderr))
    return undefined;
  // What only the run shows fails it in one line: an agent that never answers, a time that no double resolves.
  const isFailure =
    made.status === 1 &&
    /^fedsa: [^\n]*(stalled after|the virtual clock|more than 5000000)[^\n]*\n$/.test(made.stderr);
  if (made.status !== 0 && !isFailure) return `run ${options.join(' ')}: ${made.status}, ${made.stderr}`;
  for (const command of isFailure ? ['report', 'export'] : ['replay', 'report', 'export']) {
    const { status, stderr } = await fedsa(folder, command, name);
    if (status !== 0) return `${command} of run ${options.join(' ')}: ${status}, ${stderr}`;
  }
  return undefined;
}
