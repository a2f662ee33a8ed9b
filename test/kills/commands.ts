/** The commands that are killed: each writes files, and is given again until it has done it all. */
import { writePanels } from '../commandLine/panelScenario.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';

/** A command that is killed, of a second or so: most of it is the start of the program. */
export interface KilledCommand {
  readonly name: string;
  /** how often the endurance test kills it */
  readonly trials: number;
  readonly words: readonly string[];
  /** commands whose results are there before */
  readonly before?: readonly (readonly string[])[];
  /** an empty folder in which the results belong */
  readonly emptyFolder?: string;
  /** whether the command refuses a folder that it has made, whole */
  readonly refusesWhole?: true;
}

const PROBLEM = ['problem.json', '--local-steps', '2', '--step-size', '0.05'];
const TWO = ['--algorithm', 'local-sa,scafflsa'];
const PLAN = ['plan', 'problem.json', '--epsilon', '0.1', '--algorithm', 'local-sa'];
const ROWS = ['run', ...PROBLEM, ...TWO, '--rounds', '800', '--placement', 'inline', '--no-report'];
const TRACED = ['--policy', 'first:1', '--updates', '--agent-errors', '--trace', '--no-report'];
const SWEEP = ['sweep', 'problem.json', '--grid', 'step-size=0.01,0.1', '--seeds', '2', '--rounds', '100'];
const STORED = ['--rounds', '100', '--placement', 'inline', '--no-report', '--store', 'store'];

export const COMMANDS: readonly KilledCommand[] = [
  { name: 'rows of a run', trials: 120, words: [...ROWS, '--seeds', '3', '--out', 'out'] },
  {
    ...{ name: 'a run with a report', trials: 100 },
    words: ['run', ...PROBLEM, '--seeds', '2', '--rounds', '100', '--out', 'out'],
  },
  {
    ...{ name: 'a traced run in threads', trials: 100 },
    words: ['run', ...PROBLEM, ...TRACED, '--placement', 'own-thread', '--rounds', '100', '--out', 'out'],
  },
  {
    ...{ name: 'a run that grows', trials: 100 },
    before: [[...ROWS, '--seeds', '2', '--out', 'out']],
    words: [...ROWS, '--seeds', '4', '--out', 'out'],
  },
  { name: 'panels', trials: 80, words: ['run', 'panels.ts', '--out', 'out'] },
  { name: 'a sweep', trials: 120, words: [...SWEEP, '--out', 'out'] },
  {
    ...{ name: 'a run with a store', trials: 80 },
    words: ['run', ...PROBLEM, ...TWO, ...STORED, '--seeds', '2', '--out', 'out'],
  },
  {
    ...{ name: 'a sweep with a store', trials: 60 },
    words: [...SWEEP, '--no-report', '--store', 'store', '--out', 'out'],
  },
  {
    ...{ name: 'a plan', trials: 50, refusesWhole: true },
    words: [...PLAN, '--local-steps', '1', '--step-size', '0.01', '--out', 'out'],
  },
  {
    ...{ name: 'a plan in an empty folder', trials: 30, refusesWhole: true, emptyFolder: 'out' },
    words: [...PLAN, '--local-steps', '1', '--step-size', '0.01', '--out', 'out'],
  },
  { name: 'a page to play with', trials: 30, words: ['play', ...PROBLEM, '--out', 'page.html'] },
  {
    ...{ name: 'a report', trials: 30 },
    before: [['run', ...PROBLEM, '--rounds', '100', '--no-report', '--out', 'out']],
    words: ['report', 'out'],
  },
];

/** Over NATS: workers and server are killed, too. Runs are longer than elsewhere, so that tasks are at work when that happens. */
export const SWEEP_OVER_NATS: KilledCommand = {
  ...{ name: 'a sweep over NATS', trials: 100 },
  words: [
    ...['sweep', 'problem.json', '--grid', 'step-size=0.01..0.1:log4', '--algorithm', 'local-sa'],
    ...['--rounds', '100000', '--record', 'every=1000', '--no-report', '--out', 'out'],
  ],
};

/** Writes what the commands read. */
export function writeInputs(folder: string): void {
  writeTwoAgents(folder);
  writePanels(folder, 'panels.ts', `a: { title: 'A', at: 1 }, b: { title: 'B', at: 2, stepSize: 0.2 }`, 20);
}
