/**
 * Builds dist/program, what users run: the program and the packages that it computes with, in few files. A process or a
 * thread reads a dozen files then and not a thousand, and starts in half the time. What several entry points
 * share lies in files of its own, so that every module is there once in a thread.
 */
import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';

const FOLDER = 'dist/program';
/** All that is ever started or imported by name, under the names of their files. */
const ENTRIES = [
  'src/index.ts',
  'src/commandLine/main.ts',
  'src/commandLine/program.ts',
  'src/commandLine/commandThread.ts',
  'src/runs/sweep/sweepWorker.ts',
  'src/runs/theory/curvesWorker.ts',
  'src/runs/plan/planWorker.ts',
  'src/runs/atlas/atlasWorker.ts',
  'src/inputs/agentsWorker.ts',
  'src/inputs/rootWorker.ts',
  'actors/hosting/teamWorker.ts',
  'actors/hosting/compileWorker.ts',
];
/**
 * Threads that may have a user's files, which import the library: they are built of its parts, and once more as a file that
 * stands alone, for threads without such files, with V8's compiled form beside it. To find, link and compile
 * parts takes longer than to read both; files that are required start no loader of ES modules.
 */
const WORKERS = [
  'actors/hosting/hostWorker.ts',
  'actors/experiment/replicationsWorker.ts',
  'src/runs/theory/theoryWorker.ts',
];
const ALONE = WORKERS.map((file) => file.replace(/\.ts$/, 'Alone.ts'));
/** Packages with programs or threads of their own, and those that hardly any command needs. */
const LEFT_OUT = ['esbuild', 'piscina', 'csv-parse', '@nats-io/*', 'pdfkit', '@resvg/*', 'dejavu-fonts-ttf'];

/** What a thread hosts whose functions are compiled: an agent of a small problem, for a round. */
const SMALL = {
  problem: {
    kind: 'garnet',
    agents: 1,
    states: 4,
    actions: 1,
    branching: 2,
    dimension: 2,
    discount: 0.9,
    heterogeneity: 'high',
    seed: 1,
  },
  modules: [],
  configuration: {
    ...{ agents: 1, dimension: 2, stride: 1, seed: 1, sampling: 'markov' },
    algorithm: { name: 'local-sa', stepSize: 0.1 },
    trigger: { kind: 'deterministic', localSteps: 10 },
  },
  message: { kind: 'roundStarted', round: 1, localSteps: 10, agent: -1, theta: new Float64Array(2) },
};

/** What a thread of theory computes meanwhile: that of a run of two such agents. */
const THEORY = {
  specification: { ...SMALL.problem, agents: 2 },
  modules: [],
  configuration: {
    algorithms: ['local-sa', 'scafflsa'].map((name) => ({ name, stepSize: 0.1 })),
    trigger: SMALL.configuration.trigger,
    budget: { kind: 'rounds', rounds: 10 },
    ...{ seeds: [1], sampling: 'markov', stride: 1, initial: [0, 0], policy: { kind: 'synchronous' } },
  },
};

/** seedrandom takes seeds of its own from it, which nobody asks for; to load it takes a thread four milliseconds. */
const withoutCrypto = {
  name: 'without-crypto',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^crypto$/ }, ({ importer }) =>
      importer.includes('seedrandom') ? { path: 'nothing', namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: '', loader: 'empty' }));
  },
};

/** The package is a file of its own, which is read at its first use: agents solve no linear systems as a rule. */
const matricesApart = {
  name: 'matrices-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ml-matrix$/ }, () => ({ path: 'ml-matrix', namespace: 'apart' }));
    onLoad({ filter: /./, namespace: 'apart' }, () => ({
      contents: `
        for (const name of ['EigenvalueDecomposition', 'LuDecomposition', 'Matrix'])
          Object.defineProperty(exports, name, { enumerable: true, get: () => require('./matrices.cjs')[name] });
      `,
    }));
  },
};

const MATRICES = './node_modules/ml-matrix/src/index.js';

const options = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
};

const named = (files) => files.map((file) => ({ in: file, out: basename(file, '.ts') }));

const inNode = {
  ...options,
  outdir: FOLDER,
  external: LEFT_OUT,
  plugins: [withoutCrypto],
  // a third less to read at each start; names stay, and lines that Node prints above an error fit into a screen
  minifyWhitespace: true,
  lineLimit: 160,
  // in their newer form, of which only what is used goes along: a third of what a thread reads
  alias: {
    rxjs: './node_modules/rxjs/dist/esm/index.js',
    'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    'ml-matrix': MATRICES,
  },
  // for packages in the older form of modules
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};
await build({
  ...inNode,
  entryPoints: [...named([...ENTRIES, ...WORKERS]), { in: 'src/testing/index.ts', out: 'testing' }],
  splitting: true,
  chunkNames: 'part-[hash]',
});
const required = {
  ...inNode,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': '__url' },
  banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
};
await build({
  ...required,
  external: [...LEFT_OUT, './matrices.cjs'],
  plugins: [...inNode.plugins, matricesApart],
  entryPoints: [...named(WORKERS).map((entry) => ({ ...entry, out: `${entry.out}Script` })), ...named(ALONE)],
});
await build({ ...required, entryPoints: [{ in: MATRICES, out: 'matrices' }] });
// In a thread, which is where the files run.
const program = new URL(`${FOLDER}/`, import.meta.url);
const kernels = new WebAssembly.Module(readFileSync('dist/kernels.wasm'));
await Promise.all(
  named(WORKERS).map(({ out }) => {
    const file = new URL(`${out}Script.cjs`, program).href;
    const workerData = out === 'theoryWorker' ? { ...THEORY, file } : { ...SMALL, kernels, file };
    return once(new Worker(new URL('compileWorker.js', program), { workerData }), 'exit');
  }),
);

// What a browser loads, by itself.
const inBrowser = {
  ...options,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  minify: true,
  sourcemap: false,
  legalComments: 'inline',
};

// The live page.
await build({
  ...inBrowser,
  entryPoints: ['src/runs/live/page/page.ts', 'src/runs/live/page/page.css'],
  outdir: `${FOLDER}/live`,
});

// The script of every page of a report.
await build({ ...inBrowser, entryPoints: ['src/browser/reportPage.ts'], outdir: FOLDER });

// What a report's page computes with, in its reader's browser: without the kernels, whose program is a file.
const withoutKernels = {
  name: 'without-kernels',
  setup({ onLoad }) {
    onLoad({ filter: /\/actors\/agent\/kernelProgram\.ts$/ }, () => ({
      contents: "export const instantiate = () => { throw new Error('a page has no kernels'); };",
    }));
  },
};
await build({
  ...inBrowser,
  entryPoints: ['src/runs/play/playWorker.ts'],
  outdir: FOLDER,
  plugins: [withoutKernels],
});

// Scenarios import the library by name, so that what is recorded of them, a hash, does not hang on the rest of the program.
const library = {
  name: 'library',
  setup({ onResolve }) {
    onResolve({ filter: /\/src\/index\.ts$/ }, () => ({ path: '../index.js', external: true }));
  },
};
await build({
  ...options,
  sourcemap: false,
  entryPoints: named(
    readdirSync('scenarios')
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `scenarios/${file}`),
  ),
  outdir: `${FOLDER}/scenarios`,
  plugins: [library],
});

// Declarations of the library and of its test kit: those of the modules here; types.mjs rolls them up for the package.
mkdirSync('dist/types', { recursive: true });
writeFileSync('dist/types/index.d.ts', "export * from '../src/index.js';\n");
writeFileSync('dist/types/testing.d.ts', "export * from '../src/testing/index.js';\n");
