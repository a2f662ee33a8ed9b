/**
 * Which room may import which: the arrows of the architecture, checked by `npm run imports`.
 *
 * A room that is not in the table is an error, so a new folder must be given its place here.
 */

/** What theory, and the searches among what it knows, may import alike. */
const OF_RUNS = [
  'src/maths',
  'src/values',
  'src/problems',
  'src/policies',
  'src/triggers',
  'src/algorithms',
  'src/timing',
  'src/configuration',
];

/** The pure rooms, from the inside out, each with the rooms it may import. */
export const PURE_ROOMS = {
  'src/maths': [],
  'src/values': [],
  'src/kernels': [],
  'src/problems': ['src/maths', 'src/values', 'src/kernels'],
  'src/policies': ['src/maths', 'src/values'],
  'src/triggers': ['src/maths', 'src/values', 'src/policies'],
  'src/algorithms': ['src/maths', 'src/values', 'src/problems', 'src/policies', 'src/triggers'],
  'src/timing': ['src/maths', 'src/values', 'src/policies'],
  'src/measurement': [
    'src/maths',
    'src/values',
    'src/problems',
    'src/policies',
    'src/triggers',
    'src/algorithms',
    'src/timing',
  ],
  'src/configuration': [
    'src/maths',
    'src/values',
    'src/problems',
    'src/policies',
    'src/triggers',
    'src/algorithms',
    'src/timing',
    'src/measurement',
  ],
  'src/events': [
    'src/maths',
    'src/values',
    'src/policies',
    'src/algorithms',
    'src/measurement',
    'src/configuration',
  ],
  'src/theory': OF_RUNS,
  'src/search': [...OF_RUNS, 'src/theory'],
};

/** The outer edge of src: files, figures, terminal. Each room may import the pure ones, and of the edge these. */
export const OUTER_ROOMS = {
  'src/recording': [],
  'src/report': ['src/recording'],
  'src/browser': ['src/report'],
  'src/claims': ['src/recording', 'src/report'],
  'src/testing': [],
  'src/inputs': ['src/recording', 'src/report'],
  'src/runs': ['src/recording', 'src/report', 'src/claims', 'src/testing', 'src/inputs'],
  'src/commandLine': ['src/recording', 'src/report', 'src/claims', 'src/inputs', 'src/runs'],
};
const EDGE_ROOMS = Object.keys(OUTER_ROOMS);

/** The actors' rooms, from the inside out: each may import the pure rooms, and of the actors these. */
export const ACTOR_ROOMS = {
  'actors/agent': [],
  'actors/clock': [],
  'actors/server': [],
  'actors/hosting': ['actors/agent'],
  'actors/cluster': ['actors/agent', 'actors/hosting'],
  'actors/replication': ['actors/agent', 'actors/clock', 'actors/server', 'actors/hosting'],
  'actors/experiment': [
    'actors/agent',
    'actors/clock',
    'actors/server',
    'actors/hosting',
    'actors/cluster',
    'actors/replication',
  ],
};

/** What speaks to other machines: what it may import, and who may import it. */
export const NETWORK = 'src/nats';
export const NETWORK_IMPORTS = ['src/values', 'src/configuration/sweep/content.ts'];
const NETWORK_USERS = ['src/runs', 'src/commandLine', 'actors/cluster'];

/** The content of each room, for the table in docs/architecture.md. */
export const CONTENT = {
  'src/maths': 'vectors, matrices, linear algebra, Markov chains, generators',
  'src/values': 'forms and ranges of values, as data; failures',
  'src/kernels': 'local steps in WebAssembly, a folder each family: kernels, their memory and its layout',
  'src/problems': 'operators, streams, known answers',
  'src/policies': 'server policies, one file each',
  'src/triggers': 'triggers, one file each',
  'src/algorithms': 'algorithms, one file each; their messages, compressors, folds',
  'src/timing': 'times and faults of a timed run',
  'src/measurement': 'metrics, one file each; measures a replication, decides which rounds are recorded',
  'src/configuration': 'settings, scenarios, sweeps and the runs that they describe',
  'src/events': 'what observers hear of a run',
  'src/theory': 'what is known of a run without simulating',
  'src/search': 'plans, atlases and worst orders: searched among what theory knows of many runs',
  'actors/agent': 'agent logic, kernels, users’ files',
  'actors/clock': 'virtual, real and recorded time',
  'actors/server': 'the server actor: policies, rounds, messages',
  'actors/hosting': 'hosts of agents, inline or in threads',
  'actors/cluster': 'agents in other processes',
  'actors/replication': 'one algorithm with one seed: drivers, measurement',
  'actors/experiment': 'all replications of a run',
  'src/nats': 'NATS servers: connections, payloads',
  'src/recording': 'run directories',
  'src/report': 'figures and pages',
  'src/browser': 'the script of a report’s pages',
  'src/claims': 'the papers’ claims',
  'src/testing': 'the test kit, `fedsa/testing`',
  'src/inputs': 'problems, timings and users’ files that runs are given',
  'src/runs': 'use cases, the live page, the library’s functions',
  'src/commandLine': 'parses, prints; theory as text',
};

/** Packages that belong to a few rooms, with those rooms. */
const PACKAGE_HOMES = {
  '@nats-io': [NETWORK],
  'ml-matrix': ['src/maths'],
  seedrandom: ['src/maths'],
  uplot: ['src/runs/live/page'],
  zod: [
    'src/runs/live',
    'src/configuration',
    'src/recording',
    'src/runs/reproduce',
    'src/runs/sweep/remote',
    'src/inputs/problemFile',
    'src/report/paper/checkFigure.ts',
    'src/runs/library/checkCall.ts',
  ],
  'jsonc-parser': ['src/inputs/json.ts'],
  piscina: ['actors', 'src/runs/sweep'],
  rxjs: ['actors', ...EDGE_ROOMS, 'src/index.ts'],
  commander: ['src/commandLine'],
  'hyparquet-writer': ['src/recording'],
};

/** A pattern that matches the files of the rooms (or the file itself, for a name with a dot). */
const within = (...rooms) =>
  rooms.map((room) => (/\.\w+$/.test(room) ? `^${room.replace('.', '\\.')}$` : `^${room}/`));

const PROGRAM = '^(src|actors)/';
/** The files that threads begin with. */
const THREADS = '(Worker|/commandThread)\\.ts$';
/** Has what a user's code prints turned aside, in a thread that begins with it. */
const OWN_OUTPUT = 'actors/agent/userOutput.ts';
const OURS = '^(src|actors|scenarios|test|bench)/';
const pureRooms = Object.keys(PURE_ROOMS);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(PURE_ROOMS).map(([room, inner]) => ({
      name: `${room}-imports-inner-rooms-only`,
      comment: `${room} may import ${inner.length === 0 ? 'no other room' : inner.join(', ')}.`,
      severity: 'error',
      from: { path: within(room) },
      to: { path: OURS, pathNot: within(room, ...inner) },
    })),
    {
      name: 'pure-rooms-do-no-io',
      comment:
        'A pure room has no file, thread, clock or process: Node belongs to the edge and to the actors.',
      severity: 'error',
      from: { path: within(...pureRooms) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'actors-stay-off-the-edge',
      comment: 'Actors may import the pure rooms; what records, draws and prints listens to their stream.',
      severity: 'error',
      from: { path: within('actors') },
      to: { path: within(...EDGE_ROOMS, 'src/index.ts') },
    },
    ...Object.entries(ACTOR_ROOMS).map(([room, inner]) => ({
      name: `${room}-imports-inner-rooms-only`,
      comment: `Of the actors, ${room} may import ${inner.length === 0 ? 'no other room' : inner.join(', ')}.`,
      severity: 'error',
      from: { path: within(room) },
      to: { path: within('actors'), pathNot: within(room, ...inner) },
    })),
    {
      name: 'only-the-front-doors-start-actors',
      comment:
        'Of src, only the inputs, the use cases, the library entry and the test kit may import actors/.',
      severity: 'error',
      from: { path: '^src/', pathNot: within('src/inputs', 'src/runs', 'src/index.ts', 'src/testing') },
      to: { path: within('actors'), pathNot: within(OWN_OUTPUT) },
    },
    {
      name: 'threads-alone-turn-output-aside',
      comment:
        "A program that imports the library prints where it likes; a thread's console goes to standard error.",
      severity: 'error',
      from: { path: PROGRAM, pathNot: THREADS },
      to: { path: within(OWN_OUTPUT) },
    },
    {
      name: 'nothing-takes-values-from-a-thread',
      comment:
        "A thread's file acts on the whole thread when it is imported: values that others need have their own file.",
      severity: 'error',
      from: { path: PROGRAM },
      to: { path: THREADS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'threads-load-no-schemas',
      comment: 'Every thread of an agent pays for what its entry imports.',
      severity: 'error',
      from: { path: within('actors/hosting/hostWorker.ts', 'actors/experiment/replicationsWorker.ts') },
      to: { path: '(^|/)node_modules/zod/', reachable: true },
    },
    {
      name: 'families-are-named-in-the-table-only',
      comment: 'What all families share knows none of them; the table, its types and its builder know all.',
      severity: 'error',
      from: {
        path: '^src/problems/[^/]+\\.ts$',
        pathNot: within(
          'src/problems/families.ts',
          'src/problems/specification.ts',
          'src/problems/buildProblem.ts',
        ),
      },
      to: { path: '^src/problems/[^/]+/' },
    },
    {
      name: 'no-circular-folders-of-problems',
      comment: 'A family may stand on another one; two that need each other are one.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/problems/' },
      to: { path: '^src/problems/', circular: true },
    },
    ...Object.entries(OUTER_ROOMS).map(([room, inner]) => ({
      name: `${room}-imports-inner-rooms-only`,
      comment: `Of the edge, ${room} may import ${inner.length === 0 ? 'no other room' : inner.join(', ')}.`,
      severity: 'error',
      from: { path: within(room) },
      // The test kit has a rule of its own.
      to: { path: within(...EDGE_ROOMS), pathNot: within(room, ...inner, 'src/testing') },
    })),
    {
      name: 'the-network-imports-little',
      comment: `${NETWORK} carries bytes for others: of ours it may import ${NETWORK_IMPORTS.join(', ')}.`,
      severity: 'error',
      from: { path: within(NETWORK) },
      to: { path: OURS, pathNot: within(NETWORK, ...NETWORK_IMPORTS) },
    },
    {
      name: 'few-use-the-network',
      comment: `${NETWORK} is imported by ${NETWORK_USERS.join(', ')} only.`,
      severity: 'error',
      from: { path: PROGRAM, pathNot: within(NETWORK, ...NETWORK_USERS) },
      to: { path: within(NETWORK) },
    },
    {
      name: 'nothing-in-src-imports-the-library-entry',
      comment: 'src/index.ts is the door for those outside.',
      severity: 'error',
      from: { path: PROGRAM },
      to: { path: within('src/index.ts') },
    },
    {
      name: 'the-program-does-without-the-test-kit',
      comment: 'src/testing is for tests, and for `fedsa check`, which drives parts as tests do.',
      severity: 'error',
      from: { path: PROGRAM, pathNot: within('src/testing', 'src/runs/check') },
      to: { path: within('src/testing') },
    },
    {
      name: 'scenarios-use-the-library-only',
      comment:
        'A scenario is written as a user of the library writes it, perhaps with algorithms, policies and triggers of its own.',
      severity: 'error',
      from: { path: within('scenarios'), pathNot: within('scenarios/start/study.test.ts') },
      to: {
        pathNot: within(
          'src/index.ts',
          'scenarios/algorithms',
          'scenarios/policies',
          'scenarios/triggers',
          'scenarios/start',
        ),
      },
    },
    {
      name: 'nothing-imports-scenarios-tests-or-benches',
      comment: 'Scenarios are loaded by path; tests and benches see all and are seen by nobody.',
      severity: 'error',
      from: { path: PROGRAM },
      to: { path: within('scenarios', 'test', 'bench') },
    },
    {
      name: 'every-file-has-a-room',
      comment: 'A new room is given its place in .dependency-cruiser.mjs first.',
      severity: 'error',
      from: {
        path: PROGRAM,
        pathNot: within(...pureRooms, ...EDGE_ROOMS, ...Object.keys(ACTOR_ROOMS), NETWORK, 'src/index.ts'),
      },
      to: {},
    },
    ...Object.entries(PACKAGE_HOMES).map(([name, homes]) => ({
      name: `${name}-stays-at-home`,
      comment: `${name} is used in ${homes.join(', ')} only.`,
      severity: 'error',
      from: { path: PROGRAM, pathNot: within(...homes) },
      to: { path: `(^|/)node_modules/(@types/)?${name}/` },
    })),
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one idea, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-development-package-in-the-program',
      comment: 'It would be missing where fedsa is installed.',
      severity: 'error',
      from: { path: '^(src|actors|scenarios)/', pathNot: within('scenarios/start/study.test.ts') },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'every-import-is-found-and-declared',
      comment: 'The file does not exist, or package.json does not name the package.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|runs|coverage)/' },
    // an import of types alone is an arrow, too
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.d.ts'],
    },
  },
};
