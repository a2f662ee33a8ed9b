/** esbuild is a process of its own, which a signal to all processes of a terminal ends in the middle of its work. */
import childProcess, { type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from 'esbuild';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileUserFile } from '../../../actors/agent/compileUserFile.ts';
import { runProgram } from '../../../src/commandLine/program.ts';
import { CompilerEnded } from '../../../src/values/compilerEnded.ts';
import { namedCode } from '../../../src/inputs/codeFile.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';

const file = join(temporaryFolder(), 'mine.ts');
writeFileSync(file, 'export const answer: number = 42;\n');
const spawn = childProcess.spawn.bind(childProcess) as (...words: unknown[]) => ChildProcess;

/** Has the next services of esbuild end by a signal before they can answer. */
function endServices(count: number) {
  let left = count;
  return vi.spyOn(childProcess, 'spawn').mockImplementation((...words: unknown[]) => {
    const child = spawn(...words);
    if (left-- > 0) child.kill('SIGINT');
    return child;
  });
}

// Other tests of this process may have started it.
beforeEach(() => stop());

afterEach(async () => {
  await stop();
  vi.restoreAllMocks();
});

const compiled = () => compileUserFile(namedCode(file));

test('where it is ended during builds, one more compiles them all', async () => {
  const spawned = endServices(1);
  const modules = await Promise.all([compiled(), compiled()]);
  expect(spawned).toHaveBeenCalledTimes(2);
  expect(Buffer.from(modules[0].split(',')[1]!, 'base64').toString()).toContain('answer = 42');
  expect(modules[1]).toBe(modules[0]);
});

test('where it is ended again and again, the line says so, and not that the program is at fault', async () => {
  endServices(Infinity);
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const line = /^fedsa: esbuild, which compiles \S*mine\.ts, was ended: The service was stopped.*\n$/;
  expect(await runProgram(['check', file])).toBe(1);
  expect(lines.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(line)]);
  await expect(compiled()).rejects.toBeInstanceOf(CompilerEnded);
});

test('after an interrupt there is nothing to say', async () => {
  const folder = temporaryFolder();
  // The problem of a scenario is compiled after the scenario itself, and can be interrupted.
  Object.assign(globalThis, { hasScenario: () => void stop().then(() => endServices(Infinity)) });
  writeFileSync(
    join(folder, 'scenario.ts'),
    `import { scenario } from 'fedsa';
    hasScenario();
    export default scenario({
      name: 'own', title: 'Own', question: '?',
      problem: { kind: 'module', module: import.meta.url, export: 'answer', agents: 2, dimension: 1 },
    });`,
  );
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  // An interrupt that comes as soon as it is listened for.
  const on = process.on.bind(process) as (event: string, act: () => void) => NodeJS.Process;
  vi.spyOn(process, 'on').mockImplementation((event: string | symbol, act: () => void) => {
    if (event === 'SIGINT') act();
    return on(String(event), act);
  });
  expect(await runProgram(['theory', join(folder, 'scenario.ts'), '--step-size', '0.1'])).toBe(130);
  expect(lines.mock.calls).toEqual([]);
});
