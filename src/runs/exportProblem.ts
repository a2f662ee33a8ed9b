/** The problem of a scenario as a problem file: what `fedsa export --problem` writes. */
import { writeFileSync } from 'node:fs';
import type { FiniteObservations } from '../problems/observationLaw.ts';
import type { AgentProblem, Problem, ValueFeatures } from '../problems/operator.ts';
import type { Vector } from '../maths/vector.ts';
import { fileCause } from '../recording/fileCause.ts';
import { InputError } from '../values/failure.ts';
import { findTarget, inFolder, loadProblem } from '../inputs/target.ts';

/** So many numbers at most: a file of 256 MB is read, and a number takes up to 24 characters. */
const MOST_NUMBERS = 10_000_000;

/**
 * Writes it, of kind `td` where agents run TD(0), else of kind `linear`.
 *
 * @param scenario - its name, or a file
 * @param file - is made
 * @throws InputError in one line: there is no such scenario, its problem has no such form or is too large, or the file is there
 */
export async function exportProblem(scenario: string, file: string): Promise<void> {
  const { definition, folder } = await findTarget(scenario);
  const { problem } = await loadProblem(inFolder(definition.problem, folder), undefined);
  const text = problemText(problem, scenario);
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new InputError(`${file}: cannot be written: ${fileCause(error)}; name a new file`, {
      cause: error,
    });
  }
}

/** What a problem file can say of an agent. */
interface Written {
  readonly law: FiniteObservations;
  readonly values: ValueFeatures | undefined;
}

/** The text of the file; `name` is what messages begin with. */
export function problemText(problem: Problem, name: string): string {
  const { agents: M, dimension: d } = problem;
  let numbers = 0;
  const agents = Array.from({ length: M }, (_, index) => {
    const written = writtenOf(problem.agent(index), name);
    const { states: S } = written.law.chain;
    numbers += S * S + S * d * (written.values === undefined ? d + 1 : 1);
    if (numbers > MOST_NUMBERS)
      throw new InputError(
        `${name}: agents 0 to ${index} of ${M} take ${numbers} numbers; a problem file has room for ${MOST_NUMBERS}`,
      );
    return written;
  });
  const areTd = agents.every(({ values }) => values !== undefined);
  const head = { format: 'fedsa-problem/1', kind: areTd ? 'td' : 'linear', ...(!areTd && { dimension: d }) };
  const lines = agents.map(({ law, values }) =>
    JSON.stringify({
      transition: rowsOf(law.chain.transition, law.chain.states),
      ...(areTd ? processOf(values!, law) : operatorsOf(law, d)),
      ...startOf(law),
    }),
  );
  return `${JSON.stringify(head).slice(0, -1)},"agents":[\n${lines.join(',\n')}\n]}\n`;
}

/** @throws InputError where it is no finite chain with a linear operator in each state, nor TD(0) */
function writtenOf({ observations, values }: AgentProblem, name: string): Written {
  const law = observations?.();
  if (law?.kind === 'finite' && (values !== undefined || law.observes === 'states')) return { law, values };
  throw new InputError(
    `${name}: has no problem file: its agents neither run TD(0) nor have a linear operator in each state of a finite chain`,
  );
}

const rowsOf = (matrix: Vector, columns: number): number[][] =>
  Array.from({ length: matrix.length / columns }, (_, row) => [
    ...matrix.subarray(row * columns, (row + 1) * columns),
  ]);

const processOf = (
  { rewards, features, discount, dimension: d }: ValueFeatures,
  law: FiniteObservations,
) => ({
  rewards: rewards.length === law.chain.states ? [...rewards] : rowsOf(rewards, law.chain.states),
  features: rowsOf(features, d),
  discount,
});

function operatorsOf(law: FiniteObservations, d: number) {
  const [A, b] = [new Float64Array(d * d), new Float64Array(d)];
  const states = Array.from({ length: law.chain.states }, (_, s) => {
    law.affine(s, s, A, b);
    return { A: rowsOf(A, d), b: [...b] };
  });
  return { A: states.map(({ A }) => A), b: states.map(({ b }) => b) };
}

const startOf = ({ start, chain }: FiniteObservations): object =>
  start.every((p, s) => p === chain.stationary[s]) ? {} : { initial: { distribution: [...start] } };
