/** The README's picture is the quickstart's figure, and its numbers are the run's: some twelve seconds of processor time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';

const folder = emptyFolder();

interface Result {
  readonly algorithms: readonly {
    readonly algorithm: string;
    readonly floor: { readonly mean: number };
    readonly expected: { readonly biasSquare: number; readonly relativeError: number };
  }[];
}

test('docs/images/quickstart.svg is what the quickstart draws: vitest run --project long picture --update', async () => {
  const { status, stdout } = await fedsa(folder, 'run', 'quickstart', '--json', '--out', 'quickstart');
  expect(status).toBe(0);
  const { algorithms } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Result;
  const { floor, expected } = algorithms.find(({ algorithm }) => algorithm === 'local-sa')!;
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  expect(readme).toContain(
    `Local SA's final error, ${floor.mean.toPrecision(3)}, is mostly bias² (${expected.biasSquare.toPrecision(3)})`,
  );
  expect(readme).toContain('The estimated errors of these are below 1 %.');
  for (const { expected } of algorithms) expect(expected.relativeError).toBeLessThan(0.01);
  const figure = readFileSync(join(folder, 'quickstart/figures/error.svg'), 'utf8');
  await expect(figure).toMatchFileSnapshot('../../docs/images/quickstart.svg');
}, 180_000);
