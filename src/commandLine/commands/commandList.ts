/** The commands by name, with what `fedsa --help` says of them; their options are loaded for the command that is asked for. */
import type { Command } from 'commander';
import type { Ending } from './ending.ts';

/** A command, before its options are known. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  /** name and help of each argument */
  readonly takes: readonly (readonly [string, string])[];
  /** loads what declares its options, and what it does */
  readonly load: () => Promise<(command: Command, ending: Ending) => void>;
}

/** What a command runs or computes of. */
const SCENARIO = [
  '<scenario>',
  'name of a shipped scenario, a scenario file (.ts, .js), a problem file (.json) or a run directory',
] as const;

/** In the order of `fedsa --help`. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'run',
    description: 'Runs a scenario or a problem file and writes a run directory with a report.',
    takes: [SCENARIO],
    load: async () => (await import('./simulationCommands.ts')).declareRun,
  },
  {
    name: 'sweep',
    description:
      'Runs a scenario or a problem file at every point of a grid, and writes one table of results.',
    takes: [SCENARIO],
    load: async () => (await import('./simulationCommands.ts')).declareSweep,
  },
  {
    name: 'worker',
    description: 'Computes for sweeps and runs on other machines until it is interrupted.',
    takes: [],
    load: async () => (await import('./simulationCommands.ts')).declareWorker,
  },
  {
    name: 'init',
    description:
      'Makes a folder with a commented scenario, an operator, an algorithm and their tests, or with a copy of a shipped scenario.',
    takes: [['<folder>', 'a new folder, or an empty one']],
    load: async () => (await import('./startCommands.ts')).declareInit,
  },
  {
    name: 'list',
    description: 'Lists the shipped scenarios, with the figure or table that each reproduces.',
    takes: [],
    load: async () => (await import('./startCommands.ts')).declareList,
  },
  {
    name: 'theory',
    description:
      'Prints roots, mixing times, step limits, predicted biases and error curves, without simulating.',
    takes: [SCENARIO],
    load: async () => (await import('./theoryCommands.ts')).declareTheory,
  },
  {
    name: 'plan',
    description:
      'Finds the step size and the local steps that reach an error at the least cost, without a run.',
    takes: [SCENARIO],
    load: async () => (await import('./theoryCommands.ts')).declarePlan,
  },
  {
    name: 'worst',
    description: 'Finds the worst update order within a bound on staleness, for an asynchronous server.',
    takes: [SCENARIO],
    load: async () => (await import('./theoryCommands.ts')).declareWorst,
  },
  {
    name: 'play',
    description: 'Writes a page with sliders that computes runs in the browser of its reader.',
    takes: [SCENARIO],
    load: async () => (await import('./simulationCommands.ts')).declarePlay,
  },
  {
    name: 'report',
    description:
      'Builds, or rebuilds, the HTML report and the SVG figures of a run directory, or the index of a folder of runs.',
    takes: [['<run dir>', 'a run directory, a folder of panels, a sweep, or a folder of these']],
    load: async () => (await import('./resultCommands.ts')).declareReport,
  },
  {
    name: 'figure',
    description: 'Makes figures for a paper from runs: PDF, SVG, PNG or pgfplots, with their data.',
    takes: [['<run dir...>', 'run directories and folders of panels, as axes side by side; or one sweep']],
    load: async () => (await import('./resultCommands.ts')).declareFigure,
  },
  {
    name: 'compare',
    description: 'Compares two runs, or the curves of one run, of its panels or of a sweep.',
    takes: [
      ['<run dir A>', 'a run directory'],
      ['[run dir B]', 'another one; without it the curves of A are compared with one another'],
    ],
    load: async () => (await import('./resultCommands.ts')).declareCompare,
  },
  {
    name: 'export',
    description: 'Writes the tables of runs and sweeps as Parquet files, next to the CSV.',
    takes: [['<dir...>', 'run directories, folders of panels, sweeps; with --problem a scenario']],
    load: async () => (await import('./resultCommands.ts')).declareExport,
  },
  {
    name: 'replay',
    description: 'Runs a run directory again and says whether every number comes out bit for bit.',
    takes: [['<run dir>', 'a run directory, or a folder of panels; it is only read']],
    load: async () => (await import('./resultCommands.ts')).declareReplay,
  },
  {
    name: 'check',
    description: 'Checks a scenario, your own module or a problem file by trying it.',
    takes: [
      [
        '<file...>',
        'scenario files (.ts, .js), files of your own modules, problem files (.json), or names of shipped scenarios',
      ],
    ],
    load: async () => (await import('./startCommands.ts')).declareCheck,
  },
  {
    name: 'vectors',
    description:
      'Writes test vectors for programs in other languages, and finds mistakes in trajectories of these.',
    takes: [],
    load: async () => (await import('./vectorCommands.ts')).declareVectors,
  },
  {
    name: 'view',
    description:
      'Serves the live page of a run directory, finished or still growing, until it is interrupted.',
    takes: [['<run dir>', 'a run directory, or a folder of panels; it is only read']],
    load: async () => (await import('./resultCommands.ts')).declareView,
  },
  {
    name: 'reproduce',
    description: 'Tests the papers’ claims on runs of their figures, and prints which hold.',
    takes: [['[claim...]', 'names of claims (default: all)']],
    load: async () => (await import('./simulationCommands.ts')).declareReproduce,
  },
];
