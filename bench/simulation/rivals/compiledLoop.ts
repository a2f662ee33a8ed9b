/** The C++ rivals, compiled when the bench runs: what one thread of this machine can do. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { output, type Rival, rivalRun } from './process.ts';

const SOURCE = fileURLToPath(new URL('localTd.cpp', import.meta.url));

/**
 * @param contraction - whether a multiplication and an addition may become one instruction with one
 *   rounding: faster, and not the same bits any more
 * @param directory - for the program
 */
export function compiledLoop(dimension: number, contraction: boolean, directory: string): Rival {
  const fused = contraction ? 'fast' : 'off';
  const name = `C++ -O3, 1 thread${contraction ? ', fused multiply-add' : ''}`;
  if (output('g++', ['--version']) === undefined)
    return { skipped: `${name}: there is no g++ on this machine` };
  const program = join(directory, `localTd-${dimension}-${fused}`);
  const options = [
    '-O3',
    '-march=native',
    '-std=c++17',
    `-ffp-contract=${fused}`,
    `-DDIMENSION=${dimension}`,
  ];
  if (output('g++', [...options, SOURCE, '-o', program]) === undefined) {
    return { skipped: `${name}: g++ does not compile it` };
  }
  return { name, run: (tables) => rivalRun(program, [tables]) };
}
