/** The Python program of the document stops its run when it is interrupted, also under an npx that passes no signal on. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { readDocument, ROOT } from './documents.ts';

const study = readDocument('docs/python.md').blocks.find(({ name }) => name === 'study.py')!.text;

/** As npm's: a process between the caller and the program that survives an interrupt and does not pass it on. */
const NPX = `#!${process.execPath}
const { spawn } = require('node:child_process');
process.on('SIGINT', () => undefined);
const words = [${JSON.stringify(join(ROOT, 'dist/program/main.js'))}, ...process.argv.slice(3)];
spawn(process.execPath, words, { stdio: 'inherit' }).on('close', (status) => process.exit(status ?? 1));
`;

/** Two seconds: three processes start one another. */
test.runIf(spawnSync('python3', ['--version']).status === 0)(
  'a run that Python has started ends with Python, as interrupted',
  async () => {
    const folder = emptyFolder();
    const rounds = join(folder, 'runs', 'steps-1', 'rounds.csv');
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npx'), NPX);
    chmodSync(join(folder, 'bin/npx'), 0o755);
    mkdirSync(join(folder, 'runs/steps-1'), { recursive: true });
    writeFileSync(join(folder, 'study.py'), study.replace('"--rounds", "200"', '"--rounds", "100000000"'));
    const env = { ...process.env, PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(join(folder, 'runs/steps-1'), () => {
        if (!existsSync(rounds)) return;
        watcher.close();
        resolve();
      });
    });
    const child = spawn('python3', ['study.py'], { cwd: folder, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await begun;
    child.kill('SIGINT');
    await ended;
    const manifest = readFileSync(join(folder, 'runs/steps-1/manifest.json'), 'utf8');
    expect((JSON.parse(manifest) as { state: string }).state).toBe('interrupted');
  },
);
