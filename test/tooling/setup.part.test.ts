/**
 * setup.mjs in a small checkout of its own. npm, tsc, asc and bundle.mjs are stand-ins: npm installs what the lock
 * file names, tsc writes the entry point, bundle.mjs a file of the program, asc the kernels.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { inLong, inSuite } from './parts.ts';

const SETUP = resolve(import.meta.dirname, '../../setup.mjs');

const INSTALL = 'installing the packages (npm ci) ...\n';
const BUILD = 'building dist/ (tsc) ...\n';

const KERNELS = 'building dist/kernels.wasm (asc) ...\n';

const NPM = `
const fs = require('node:fs');
if (process.argv[2] !== 'ci') process.exit(64);
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/typescript/bin', { recursive: true });
fs.copyFileSync('stand-ins/tsc.cjs', 'node_modules/typescript/bin/tsc');
fs.mkdirSync('node_modules/assemblyscript/bin', { recursive: true });
fs.copyFileSync('stand-ins/asc.cjs', 'node_modules/assemblyscript/bin/asc.js');
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
delete packages[''];
delete packages['node_modules/other-system'];
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

const TSC = `
const fs = require('node:fs');
if (process.argv[3] !== 'tsconfig.build.json' || fs.readFileSync('src/main.ts', 'utf8').includes('wrong')) process.exit(2);
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/main.js', '#!/usr/bin/env node\\nconsole.log("ran", process.argv[2]);\\n');
`;

const BUNDLE = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/program');
writeFileSync('dist/program/part.js', '');
`;

const ASC = `
const fs = require('node:fs');
const { outFile } = JSON.parse(fs.readFileSync('asconfig.json', 'utf8'));
const source = fs.readFileSync(process.argv[2], 'utf8') + fs.readFileSync('family/kernel.assembly.ts', 'utf8');
if (source.includes('wrong')) process.exit(2);
fs.mkdirSync('../../dist', { recursive: true });
fs.writeFileSync(outFile, source);
`;

let root: string;
/** A checkout that has been set up, to begin with, and what was said meanwhile. */
let installed: string;
let first: ReturnType<typeof setUp>;

beforeAll(() => {
  installed = root = checkout();
  first = setUp();
});

afterAll(() => {
  rmSync(installed, { recursive: true });
});

beforeEach(() => {
  root = checkout();
});

function checkout(): string {
  root = mkdtempSync(join(tmpdir(), 'fedsa-setup-'));
  copyFileSync(SETUP, join(root, 'setup.mjs'));
  write('stand-ins/npm-cli.js', NPM);
  write('stand-ins/tsc.cjs', TSC);
  write('stand-ins/asc.cjs', ASC);
  write('bundle.mjs', BUNDLE);
  write('package-lock.json', lock('1.0.0'));
  write('package.json', JSON.stringify({ bin: { example: 'dist/main.js' } }));
  write('tsconfig.build.json', '{}');
  write('src/main.ts', 'export {};');
  write('src/room/part.ts', 'export {};');
  return root;
}

/** As if it had been set up: four processes less. */
function setUpBefore(): void {
  rmSync(root, { recursive: true });
  cpSync(installed, root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A lock file with one package of a version, and one for another operating system. */
function lock(version: string): string {
  const packages = {
    '': { name: 'example' },
    'node_modules/package': { version, integrity: `sha512-${version}` },
    'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-other', optional: true },
  };
  return JSON.stringify({ packages });
}

/** Runs setup.mjs: what it said on standard output, and its exit status. */
function setUp(...words: readonly string[]): {
  readonly message: string;
  readonly errors: string;
  readonly status: number | null;
} {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['setup.mjs', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'stand-ins', 'npm-cli.js') },
  });
  return { message: stdout, errors: stderr, status };
}

const QUIET = { message: '', errors: '', status: 0 };

inSuite.test(
  'a fresh clone is installed and built, and the second time there is nothing to do or to say',
  () => {
    expect(first).toEqual({ message: INSTALL + BUILD, errors: '', status: 0 });
    expect(existsSync(join(installed, 'dist/main.js'))).toBe(true);
    setUpBefore();
    expect(setUp()).toEqual(QUIET);
  },
);

inSuite.test('a source that changed is built without installing; one that was only touched is not', () => {
  setUpBefore();
  utimesSync(join(root, 'src/room/part.ts'), new Date(), new Date());
  expect(setUp()).toEqual(QUIET);
  write('src/room/part.ts', 'export const changed = true;');
  expect(setUp()).toEqual({ message: BUILD, errors: '', status: 0 });
});

inLong.test('a new version in the lock file is installed, and what is built on it is built again', () => {
  setUpBefore();
  write('package-lock.json', lock('1.0.1'));
  expect(setUp().message).toBe(INSTALL + BUILD);
  expect(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).toContain('"1.0.1"');
});

inLong.test(
  'an install that was broken off, without its own lock file, is done again; to install alone builds nothing',
  () => {
    setUpBefore();
    rmSync(join(root, 'node_modules/.package-lock.json'));
    expect(setUp()).toEqual({ message: INSTALL, errors: '', status: 0 });
    write('src/room/part.ts', 'export const changed = true;');
    expect(setUp('install')).toEqual(QUIET);
  },
);

inLong.test('what a removed source was built to does not stay behind', () => {
  setUpBefore();
  write('dist/room/part.js', '');
  rmSync(join(root, 'src/room/part.ts'));
  expect(setUp().message).toBe(BUILD);
  expect(existsSync(join(root, 'dist/room/part.js'))).toBe(false);
  expect(existsSync(join(root, 'dist/main.js'))).toBe(true);
});

inLong.test('a part of the program that is made no more does not stay behind', () => {
  setUpBefore();
  write('dist/program/former.js', '');
  write('src/room/part.ts', 'export const changed = true;');
  expect(setUp().message).toBe(BUILD);
  expect(readdirSync(join(root, 'dist/program'))).toEqual(['part.js']);
});

inLong.test('the command can be called by its name, before and after a build that began anew', () => {
  const call = (): string =>
    spawnSync('example hello', {
      cwd: join(root, 'node_modules/.bin'),
      encoding: 'utf8',
      shell: true,
      env: {
        ...process.env,
        PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      },
    }).stdout;
  setUpBefore();
  expect(call()).toBe('ran hello\n');
  rmSync(join(root, 'src/room/part.ts'));
  expect(setUp().message).toBe(BUILD);
  expect(call()).toBe('ran hello\n');
});

inLong.test(
  'kernels are built by themselves, when one of them or the way they are compiled has changed',
  () => {
    const folder = 'src/kernels';
    const kernel = `${folder}/family/kernel.assembly.ts`;
    setUpBefore();
    write(`${folder}/asconfig.json`, JSON.stringify({ outFile: '../../dist/kernels.wasm' }));
    write(kernel, 'export class Kernel {}');
    expect(setUp().message).toBe(KERNELS);
    write(kernel, 'export function accumulate(records: usize) {}');
    expect(setUp()).toEqual({ message: KERNELS, errors: '', status: 0 });
    // of a family's functions those that its file has are its own; the others are made by the loops over its methods
    const built = readFileSync(join(root, 'dist/kernels.wasm'), 'utf8');
    expect(built).toContain(
      "export { accumulate as family_accumulate } from '../src/kernels/family/kernel.assembly';",
    );
    expect(built).toContain(
      'export function family_peek(records: usize, n: i32): void { peekEach<family>(records, n); }',
    );
    expect(built).not.toContain('accumulateEach<family>');
    write(`${folder}/asconfig.json`, JSON.stringify({ outFile: '../../dist/./kernels.wasm' }));
    expect(setUp().message).toBe(KERNELS);
    write('src/room/part.ts', 'export const changed = true;');
    expect(setUp().message).toBe(BUILD);
    // offsets that both read
    write(`${folder}/family/layout.ts`, 'export const FIELD = 16;');
    expect(setUp().message).toBe(KERNELS + BUILD);
    write(kernel, 'wrong');
    expect(setUp()).toEqual({ message: KERNELS, errors: 'the build failed (see above)\n', status: 1 });
    write(kernel, 'third');
    expect(setUp().message).toBe(KERNELS + BUILD);
    expect(setUp()).toEqual(QUIET);
  },
);

inLong.test('a build that fails ends with status 1 and is tried again the next time', () => {
  setUpBefore();
  write('src/main.ts', 'wrong');
  const failed = { message: BUILD, errors: 'the build failed (see above)\n', status: 1 };
  expect(setUp()).toEqual(failed);
  expect(setUp()).toEqual(failed);
});

inLong.test('an install that fails ends with status 1 and one line that says so', () => {
  write('stand-ins/npm-cli.js', 'process.exit(7);');
  const { errors, status } = setUp();
  expect({ errors, status }).toEqual({
    errors: 'npm ci failed (see above); fedsa needs its packages from the npm registry\n',
    status: 1,
  });
});
