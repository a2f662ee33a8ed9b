/**
 * Brings a checkout up to date, so that `npm start` and `npm test` need no other command: installs
 * the packages when those in node_modules are not the ones that package-lock.json names, and builds
 * dist/ when a source has changed since the last build: modules and their types by tsc, the program of
 * them by bundle.mjs, kernels by asc. Says nothing when there is nothing to do. Types are checked by
 * `npm run types`. With the word `install` it installs alone.
 *
 * It runs before anything is installed, so it uses Node alone; it compares contents and not times,
 * because a clone, a branch switch and a copy all set times that say nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const OLDEST_NODE = 20;
/** Where the kernels' program lies, and how it is compiled. */
const KERNELS = 'src/kernels';
const KERNELS_CONFIGURATION = `${KERNELS}/asconfig.json`;
/** What the program of the kernels begins with: made of the families. */
const KERNELS_ENTRY = 'dist/kernels.assembly.ts';
/** What each family of kernels exports, with its parameters. */
const KERNEL_FUNCTIONS = {
  advance: 'records: usize, n: i32, eta: f64, corrected: i32, k: i32, q: i32',
  peek: 'records: usize, n: i32',
  accumulate: 'records: usize, n: i32, k: i32, q: i32',
};
/** What the build depends on: these files, and every TypeScript file and style sheet in these folders. */
/** How the program is made of the sources. */
const BUNDLE = 'bundle.mjs';
/** This file: it writes what the kernels' program begins with. */
const SETUP = 'setup.mjs';
const BUILD_FILES = [
  SETUP,
  BUNDLE,
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  KERNELS_CONFIGURATION,
];
const BUILD_FOLDERS = ['src', 'actors', 'scenarios'];
/** Its parts are named by what is in them: old ones must not stay behind. */
const PROGRAM = join(ROOT, 'dist', 'program');
/** The inputs of the last build that succeeded, each with its hash. */
const BUILD_RECORD = join(ROOT, 'dist', '.inputs.json');

function main() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    stop(`fedsa needs Node ${OLDEST_NODE} or newer; this is ${process.version}`);
  }
  if (!installIsCurrent()) install();
  if (process.argv[2] === 'install') return;
  const inputs = buildInputs();
  const last = readJson(BUILD_RECORD);
  if (JSON.stringify(inputs) !== JSON.stringify(last)) build(inputs, last);
  linkCommands();
}

/** Whether node_modules holds what package-lock.json names; optional packages may be missing. */
function installIsCurrent() {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages;
  // npm writes this file last: an install that was broken off has none
  const present = readJson(join(ROOT, 'node_modules', '.package-lock.json'))?.packages;
  if (wanted === undefined || present === undefined) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = present[path];
    if (found === undefined ? entry.optional !== true : !samePackage(entry, found)) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

function samePackage(a, b) {
  return a.version === b.version && a.integrity === b.integrity;
}

function install() {
  console.log('installing the packages (npm ci) ...');
  // production settings of the environment must not leave the compiler out
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm tells its scripts where it lies; on Windows its own command is a batch file, which needs a shell
  const npm = process.env.npm_execpath;
  const status = /npm-cli\.[cm]?js$/.test(npm ?? '')
    ? run(process.execPath, [npm, ...options], false)
    : run('npm', options, process.platform === 'win32');
  if (status !== 0) stop('npm ci failed (see above); fedsa needs its packages from the npm registry');
}

/** Every input of the build with its hash, by name. */
function buildInputs() {
  const files = [...BUILD_FILES];
  for (const folder of BUILD_FOLDERS) collectSources(folder, files);
  const hashed = files
    .filter((file) => existsSync(join(ROOT, file)))
    .sort()
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest('hex'),
    ]);
  return Object.fromEntries(hashed);
}

function collectSources(folder, files) {
  if (!existsSync(join(ROOT, folder))) return;
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) collectSources(path, files);
    else if (/\.([cm]?ts|css)$/.test(entry.name)) files.push(path);
  }
}

function build(inputs, last) {
  // what a removed source was built to must not stay behind; without a record, nobody knows
  const afresh = last === undefined || Object.keys(last).some((file) => !(file in inputs));
  const changed = (concerns) =>
    afresh || Object.keys(inputs).some((file) => concerns(file) && inputs[file] !== last[file]);
  const compilesPrograms = changed((file) => !isKernel(file) && file !== KERNELS_CONFIGURATION);
  const compilesKernels = changed(isOfKernels) && Object.keys(inputs).some(isKernel);
  rmSync(afresh ? join(ROOT, 'dist') : BUILD_RECORD, { recursive: true, force: true });
  if (compilesKernels) {
    console.log('building dist/kernels.wasm (asc) ...');
    mkdirSync(join(ROOT, 'dist'), { recursive: true });
    writeFileSync(join(ROOT, KERNELS_ENTRY), kernelExports(Object.keys(inputs)));
    compile(join('assemblyscript', 'bin', 'asc.js'), [`../../${KERNELS_ENTRY}`], join(ROOT, KERNELS));
  }
  if (compilesPrograms) {
    console.log('building dist/ (tsc) ...');
    compile(join('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.build.json'], ROOT);
    rmSync(PROGRAM, { recursive: true, force: true });
    must(run(process.execPath, [join(ROOT, BUNDLE)], false));
  }
  writeFileSync(BUILD_RECORD, JSON.stringify(inputs));
}

/**
 * The exports of the kernels' program: three functions a family, by the loops over its kernel's methods, or its own where its file
 * has them.
 */
function kernelExports(files) {
  const families = files.flatMap(
    (file) => /^src\/kernels\/(\w+)\/kernel\.assembly\.ts$/.exec(file)?.[1] ?? [],
  );
  const lines = [
    `import { accumulateEach, advanceEach, peekEach } from '../${KERNELS}/loops.assembly';`,
    `export { addRowSums, mirrorRows } from '../${KERNELS}/rowSums.assembly';`,
  ];
  for (const family of families) {
    const path = `${KERNELS}/${family}/kernel.assembly`;
    const text = readFileSync(join(ROOT, `${path}.ts`), 'utf8');
    lines.push(`import { Kernel as ${family} } from '../${path}';`);
    for (const [name, parameters] of Object.entries(KERNEL_FUNCTIONS)) {
      const passed = parameters.replaceAll(/: \w+/g, '');
      lines.push(
        text.includes(`export function ${name}(`)
          ? `export { ${name} as ${family}_${name} } from '../${path}';`
          : `export function ${family}_${name}(${parameters}): void { ${name}Each<${family}>(${passed}); }`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A source in AssemblyScript. */
function isKernel(file) {
  return file.endsWith('.assembly.ts');
}

/** Whether the kernels' program depends on a file; layouts of records belong to both programs. */
function isOfKernels(file) {
  return (
    isKernel(file) ||
    /^src\/kernels\/.*layout\.ts$/i.test(file) ||
    file === SETUP ||
    file === KERNELS_CONFIGURATION ||
    file === 'package-lock.json'
  );
}

function compile(compiler, compilerArguments, folder) {
  const program = join(ROOT, 'node_modules', compiler);
  must(run(process.execPath, [program, ...compilerArguments], false, folder));
}

function must(status) {
  if (status !== 0) stop('the build failed (see above)');
}

/**
 * Makes the commands that package.json names callable as `npx <name>` inside the checkout. npx would
 * link them by itself, but an npx before the first build leaves a link in its cache that stays broken.
 */
function linkCommands() {
  const windows = process.platform === 'win32';
  const folder = join(ROOT, 'node_modules', '.bin');
  for (const [name, program] of Object.entries(readJson(join(ROOT, 'package.json'))?.bin ?? {})) {
    const target = join(ROOT, program);
    const link = join(folder, windows ? `${name}.cmd` : name);
    if (!existsSync(target)) continue;
    if (!windows) chmodSync(target, 0o755); // the compiler writes plain files
    if (existsSync(link)) continue;
    mkdirSync(folder, { recursive: true });
    rmSync(link, { force: true });
    if (windows) writeFileSync(link, `@node "${target}" %*\r\n`);
    else symlinkSync(relative(folder, target), link);
  }
}

function run(command, commandArguments, shell, folder = ROOT) {
  const { status, error } = spawnSync(command, commandArguments, { cwd: folder, stdio: 'inherit', shell });
  if (error !== undefined) stop(`could not run ${command}: ${error.message}`);
  return status;
}

/** The content of a JSON file; `undefined` where there is none, or none that can be read. */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

main();
