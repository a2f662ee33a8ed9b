/**
 * What predictions and plans cost: processor time of whole processes of `fedsa theory` and `fedsa plan`.
 *
 * Ceiling: Node alone, which is the first row.
 * Measured: docs/performance.md. Half of what three chains take is the start of threads. Plans of the quickstart took 130 s
 * (73 on the clock) on 2026-11-29.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairsOfStates } from '../../test/bytes/drawnProblems.ts';
import { writeAgents } from '../../test/commandLine/twoAgents.ts';
import type { Benchmark, Cost, Target } from '../harness/benchmark.ts';
import { fedsa, type Finished, processFrom } from '../harness/commandLine.ts';
import { compare } from '../harness/compare.ts';
import { PROJECT, times } from '../harness/targets.ts';

const EMPTY = 'node, an empty program';
const STEPS = ['--step-size', '0.1', '--local-steps', '10', '--rounds', '100'];
const RUN = ['--algorithm', 'local-sa,scafflsa,fedhsa', ...STEPS];

const PLAN = [
  ...['--epsilon', '0.01', '--algorithm', 'local-sa,scafflsa,fedhsa,minibatch-sgd'],
  ...['--step-size', '0.002..2', '--local-steps', '1,2,5,10,20,40,60'],
];

/** A question, with how many times the processor time of an empty program it may take. */
interface Question {
  readonly name: string;
  /** a shipped scenario, or one of {@link FILES} */
  readonly problem: string;
  readonly options: readonly string[];
  /** of `theory` if left out */
  readonly command?: 'plan';
  readonly says: RegExp;
  readonly most: number;
}

const CURVES = { options: ['--only', 'curves'], says: /[Mm]ean-square error/ };
const LARGEST_STEPS = { options: ['--only', 'steps'], says: /stable η/ };

const QUESTIONS: readonly Question[] = [
  { name: 'three chains of two states: curves', problem: 'three.json', ...CURVES, most: 3 },
  { name: 'three chains of two states: largest steps', problem: 'three.json', ...LARGEST_STEPS, most: 12 },
  {
    name: 'three chains of two states: plans of four algorithms at seven H',
    ...{ command: 'plan', problem: 'three.json', options: PLAN, says: /Minibatch SGD .* exact/, most: 160 },
  },
  { name: 'quickstart: curves', problem: 'quickstart', ...CURVES, most: 12 },
  { name: 'quickstart: largest steps', problem: 'quickstart', ...LARGEST_STEPS, most: 32 },
  { name: 'five chains of 36 states: curves', problem: 'pairs.json', ...CURVES, most: 40 },
  { name: 'five chains of 36 states: largest steps', problem: 'pairs.json', ...LARGEST_STEPS, most: 240 },
];

/** Problem files that a folder is given. */
const FILES: Readonly<Record<string, (folder: string, name: string) => void>> = {
  'three.json': (folder, name) => {
    writeAgents(folder, 3, name);
  },
  'pairs.json': (folder, name) => {
    writeFileSync(join(folder, name), JSON.stringify(fileOf(pairsOfStates(5, 6, 3))));
  },
};

/** A finite linear problem as a file. */
function fileOf({ dimension: d, agents }: ReturnType<typeof pairsOfStates>): unknown {
  const rows = (values: ArrayLike<number>, width: number): number[][] =>
    Array.from({ length: values.length / width }, (_, i) =>
      Array.from({ length: width }, (__, j) => values[i * width + j]!),
    );
  return {
    ...{ format: 'fedsa-problem/1', kind: 'linear', dimension: d },
    agents: agents.map(({ states, transition, A, b }) => ({
      transition: rows(transition, states),
      A: rows(A, d * d).map((matrix) => rows(matrix, d)),
      b: rows(b, d),
      initial: 'stationary',
    })),
  };
}

const theory: Benchmark = {
  name: 'simulation/theory',
  question: 'how much processor time do predictions and plans take?',
  targets: QUESTIONS.map(({ name, most }): Target => ({
    description: `${name}, against an empty program`,
    source: PROJECT,
    table: 'theory',
    figure: times(name, EMPTY, 'cpu'),
    unit: 'times its processor time',
    bound: 'at most',
    limit: most,
  })),
  run: async (effort) => {
    const folder = mkdtempSync(join(tmpdir(), 'fedsa-bench-'));
    try {
      for (const [name, write] of Object.entries(FILES)) write(folder, name);
      const empty = join(folder, 'empty.mjs');
      writeFileSync(empty, '');
      const contenders = QUESTIONS.map(({ name, problem, options, command, says }) => {
        const file = problem in FILES ? join(folder, problem) : problem;
        const run = command === undefined && problem in FILES ? RUN : [];
        const words = [command ?? 'theory', file, ...run, ...options];
        const { stdout } = fedsa(words);
        if (!says.test(stdout))
          throw new Error(`${name}: did not say what it should: ${stdout.slice(0, 200)}`);
        return { name, sample: () => milliseconds(fedsa(words, 'resources')) };
      });
      const ofEmpty = { name: EMPTY, sample: () => milliseconds(processFrom([empty], 'resources')) };
      const rows = await compare([ofEmpty, ...contenders], Math.min(effort.repetitions, 5), 'cold');
      const checked = 'every command ends with status 0 and says what was asked for';
      const notes = [`three.json and pairs.json: ${RUN.join(' ')}`];
      return [{ key: 'theory', title: 'whole processes', unit: 'ms a process', rows, checked, notes }];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
export default theory;

const milliseconds = ({ seconds, cpu }: Finished): Cost => ({ wall: 1e3 * seconds, cpu: 1e3 * cpu });
