/** Two agents of one parameter, and what `fedsa plan` says of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PlanReport } from '../../src/index.ts';
import { emptyFolder, fedsa } from './builtProgram.ts';

const agent = (transition: number[][], A: number[], b: number[]): object => ({
  ...{ transition, A: A.map((a) => [[a]]), b: b.map((value) => [value]), initial: 'stationary' },
});

/** A new folder with the problem `two.json`. */
export function planFolder(): string {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, 'two.json'),
    JSON.stringify({
      ...{ format: 'fedsa-problem/1', kind: 'linear', dimension: 1 },
      agents: [
        agent([[0.8, 0.2], [0.3, 0.7]], [0.7, 0.4], [1.1, -0.2]), // prettier-ignore
        agent([[0.6, 0.4], [0.3, 0.7]], [0.6, 0.9], [-0.7, 0.9]), // prettier-ignore
      ],
    }),
  );
  return folder;
}

/** The plan as JSON, of a command that succeeds without a word on standard error. */
export async function plannedIn(folder: string, ...words: readonly string[]): Promise<PlanReport> {
  const { status, stdout, stderr } = await fedsa(folder, 'plan', 'two.json', ...words, '--json');
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as PlanReport;
}
