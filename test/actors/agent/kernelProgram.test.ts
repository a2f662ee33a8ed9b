/** The program of the kernels, where it is there, and where it is not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instantiate, loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { KernelMemory } from '../../../src/kernels/kernelMemory.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fedsa-kernels-'));
});

afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

/** A file in a folder of its own. */
function file(bytes?: Uint8Array): URL {
  const path = join(folder, 'kernels.wasm');
  if (bytes) writeFileSync(path, bytes);
  return pathToFileURL(path);
}

test('the program that the build made is loaded once, and exports three functions a family, and two of matrices of moments', () => {
  const program = loadKernels();
  expect(program).toBeInstanceOf(WebAssembly.Module);
  expect(loadKernels()).toBe(program);
  const exports = instantiate(program!, new KernelMemory());
  const families = [
    'temporalDifference',
    'linearStates',
    'linearMean',
    'qLearning',
    'gaussMarkov',
    'twoStateRegression',
    'recordedRegression',
    'logisticRegression',
  ];
  const names = families.flatMap((family) =>
    ['advance', 'peek', 'accumulate'].map((call) => `${family}_${call}`),
  );
  expect(Object.keys(exports).sort()).toEqual([...names, 'addRowSums', 'mirrorRows'].sort());
});

test('no program without its file', () => {
  expect(loadKernels(file())).toBeUndefined();
});

test('no program where the machine cannot run its instructions', () => {
  // the eight bytes that every module begins with, then a section that there is not
  const bytes = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  expect(loadKernels(file(bytes))).toBeInstanceOf(WebAssembly.Module);
  expect(loadKernels(file(Uint8Array.of(...bytes, 99, 0)))).toBeUndefined();
});

test('no program without WebAssembly', () => {
  const bytes = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  vi.stubGlobal('WebAssembly', undefined);
  expect(loadKernels(file(bytes))).toBeUndefined();
});

test('a file that cannot be read is an error', () => {
  expect(() => loadKernels(pathToFileURL(folder))).toThrow(/EISDIR/);
});
