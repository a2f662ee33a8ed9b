/**
 * The program of the kernels, which the build compiles from `src/kernels` to
 * `dist/kernels.wasm`.
 */
import { readFileSync } from 'node:fs';
import type { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import type { KernelExports } from '../../src/problems/operators/kernelOperator.ts';
import { WORKSPACE_BYTES } from '../../src/kernels/workspaceLayout.ts';
import { builtFile } from '../../src/values/builtProgram.ts';

/** The one that the build made, also for sources that run uncompiled. */
const PROGRAM = builtFile('kernels.wasm');

let loaded: { readonly program: WebAssembly.Module | undefined } | undefined;

/**
 * The compiled program, loaded at the first call; threads can be sent it. `undefined` where it cannot
 * run (no WebAssembly, or none with 128-bit vectors) or was not built: the reference operators then
 * give the same numbers, slower.
 *
 * @param file - where the program lies
 */
export function loadKernels(file = PROGRAM): WebAssembly.Module | undefined {
  if (file !== PROGRAM) return compiledProgram(file);
  loaded ??= { program: compiledProgram(file) };
  return loaded.program;
}

function compiledProgram(file: URL): WebAssembly.Module | undefined {
  if (typeof WebAssembly !== 'object') return undefined;
  const bytes = contentOf(file);
  return bytes && WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : undefined;
}

function contentOf(file: URL): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The program, working in a memory; several may work there side by side. */
export function instantiate(program: WebAssembly.Module, memory: KernelMemory): KernelExports {
  return instantiateAt(program, memory.memory, memory.allocate(WORKSPACE_BYTES));
}

/** The same, with a workspace that was allocated for it. */
export function instantiateAt(
  program: WebAssembly.Module,
  memory: WebAssembly.Memory,
  workspace: number,
): KernelExports {
  const { exports } = new WebAssembly.Instance(program, {
    env: { memory },
    'workspace.assembly': { workspace },
    // the functions themselves: they give the references' bits
    'javaScriptMath.assembly': { exp: Math.exp, log: Math.log },
  });
  return exports as KernelExports;
}
