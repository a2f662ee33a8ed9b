/** The rivals in C++, compiled when a bench runs, which show what this machine can do, and the one in numpy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { output, type Rival, rivalRun } from './process.ts';

const SOURCE = fileURLToPath(new URL('localTd.cpp', import.meta.url));

/** Programs by dimension and contraction, or why there is none; they go when this process does. */
const programs = new Map<string, { readonly path: string } | { readonly missing: string }>();
let directory: string | undefined;

function compiled(dimension: number, contraction: 'fast' | 'off') {
  const name = `localTd-${dimension}-${contraction}`;
  let program = programs.get(name);
  if (program !== undefined) return program;
  if (output('g++', ['--version']) === undefined) program = { missing: 'there is no g++ on this machine' };
  else {
    if (directory === undefined) {
      const made = mkdtempSync(join(tmpdir(), 'fedsa-rivals-'));
      directory = made;
      process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    }
    const path = join(directory, name);
    const options = ['-O3', '-march=native', '-std=c++20', '-pthread', `-ffp-contract=${contraction}`];
    const done = output('g++', [...options, `-DDIMENSION=${dimension}`, SOURCE, '-o', path]);
    program = done === undefined ? { missing: 'g++ does not compile it' } : { path };
  }
  programs.set(name, program);
  return program;
}

/**
 * @param contraction - whether a multiplication and an addition may become one instruction with one
 *   rounding: faster, and not the same bits any more
 */
export function compiledLoop(dimension: number, threads: number, contraction: boolean): Rival {
  const fused = contraction ? ', fused multiply-add' : '';
  const name = `C++ -O3, ${threads} ${threads === 1 ? 'thread' : 'threads'}${fused}`;
  const key = `compiled${threads === 1 ? '' : 'Threads'}${contraction ? 'Fused' : ''}`;
  const program = compiled(dimension, contraction ? 'fast' : 'off');
  if ('missing' in program) return { skipped: `${name}: ${program.missing}` };
  return { key, name, run: (tables) => rivalRun(program.path, [tables, String(threads)]) };
}

const NUMPY_SOURCE = fileURLToPath(new URL('localTd.py', import.meta.url));

/** What targets call the numpy rival: all agents in one array operation, step after step. */
export const NUMPY = 'numpy';

export function vectorisedAgents(): Rival {
  const name = 'numpy, vectorised over agents';
  const version = output('python3', ['-c', 'import numpy; print(numpy.__version__)']);
  if (version === undefined) return { skipped: `${name}: there is no python3 with numpy on this machine` };
  return {
    key: NUMPY,
    name: `${name} (${version.trim()})`,
    run: (tables) => rivalRun('python3', [NUMPY_SOURCE, tables]),
  };
}
