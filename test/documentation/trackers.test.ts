/** The programs of docs/trackers.md log what the run's files have, as far as stand-ins for the trackers' packages show. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';
import { readDocument } from './documents.ts';

const folder = emptyFolder();
const { blocks } = readDocument('docs/trackers.md');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What each package of a tracker would be told, a line of JSON a call. */
const STAND_INS: Readonly<Record<string, string>> = {
  mlflow: `
import contextlib, json
def tell(*call): print(json.dumps(call))
@contextlib.contextmanager
def start_run(run_name):
    tell('run', run_name); yield
def log_params(params): tell('parameters', params)
def log_metrics(metrics, step): [tell('metric', step, name, value) for name, value in metrics.items()]
def log_artifact(local_path): tell('file', open(local_path).name)
`,
  wandb: `
import contextlib, json
class Run:
    def tell(self, *call): print(json.dumps(call))
    def log(self, data, step): [self.tell('metric', step, name, value) for name, value in data.items()]
    def save(self, glob_str, base_path): self.tell('file', glob_str)
@contextlib.contextmanager
def init(project, name, config):
    Run().tell('run', name); Run().tell('parameters', config); yield Run()
`,
  tensorboardX: `
import json
class SummaryWriter:
    def __init__(self, logdir): print(json.dumps(['run', logdir.split('/')[1]]))
    def add_text(self, tag, text_string): print(json.dumps([tag, json.loads(text_string)]))
    def add_scalar(self, tag, scalar_value, global_step): print(json.dumps(['metric', global_step, tag, scalar_value]))
    def close(self): print(json.dumps(['closed']))
`,
};

const programs = blocks.filter(({ language }) => language === 'python');
/** Calls of a program, with stand-ins or without. */
function calls(name: string, withStandIns: boolean) {
  const { status, stdout, stderr } = spawnSync('python3', [name, 'run'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: withStandIns ? join(folder, 'stand-ins') : '' },
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { status, stderr, lines };
}

beforeAll(async () => {
  writeTwoAgents(folder);
  const words =
    'run problem.json --algorithm local-sa,scaffold --step-size 0.1 --local-steps 3 --rounds 4 --seeds 2 --out run --quiet';
  expect(await fedsa(folder, ...words.split(' '))).toMatchObject({ status: 0 });
  mkdirSync(join(folder, 'stand-ins'));
  for (const [name, text] of Object.entries(STAND_INS))
    writeFileSync(join(folder, 'stand-ins', `${name}.py`), text);
  for (const { name, text } of programs) writeFileSync(join(folder, name!), text);
});

test('there is a program for each tracker', () => {
  expect(programs.map(({ name }) => name)).toEqual([
    ...['fedsa_runs.py', 'to_mlflow.py', 'to_wandb.py', 'to_tensorboard.py'],
  ]);
});

test.runIf(hasPython).each([
  ['to_mlflow.py', 'mlflow'],
  ['to_wandb.py', 'wandb'],
  ['to_tensorboard.py', 'tensorboardX'],
])('%s logs all numbers of the run, with their parameters', (name, tracker) => {
  const { status, stderr, lines } = calls(name, true);
  expect(status, stderr).toBe(0);
  const all = lines.map((line) => JSON.parse(line) as unknown[]);
  const found = new Map<string, number>();
  const parameters: Record<string, unknown>[] = [];
  let run = '';
  for (const [kind, first, metric, value] of all) {
    if (kind === 'run') run = first as string;
    if (kind === 'parameters') parameters.push(first as Record<string, unknown>);
    if (kind === 'metric') found.set(`${run} ${first as number} ${metric as string}`, value as number);
  }
  const wanted = new Map<string, number>();
  for (const { algorithm, seed, round, ...columns } of rows(folder, 'run', 'rounds.csv')) {
    for (const [column, cell] of Object.entries(columns))
      if (cell !== '') wanted.set(`${algorithm}-${seed} ${round} ${column}`, Number(cell));
  }
  const measured = wanted.size;
  for (const { algorithm, kind, round, error } of rows(folder, 'run', 'predictions.csv')) {
    if (round === '' || error === '') continue;
    const metric = kind === 'noise-free' ? 'noise-free/error' : 'predicted/error';
    for (const seed of [1, 2]) wanted.set(`${algorithm}-${seed} ${round} ${metric}`, Number(error));
  }
  expect(wanted.size).toBeGreaterThanOrEqual(measured + 2 * 2 * 5);
  expect(found).toEqual(wanted);
  const { version } = JSON.parse(readFileSync(join(folder, 'run/manifest.json'), 'utf8')) as {
    version: string;
  };
  const common = { version, 'algorithm.stepSize': 0.1, 'trigger.localSteps': 3 };
  expect(parameters).toEqual(
    ['local-sa', 'local-sa', 'scaffold', 'scaffold'].map(
      (algorithm, at) =>
        expect.objectContaining({
          ...common,
          'algorithm.name': algorithm,
          seeds: String(1 + (at % 2)),
        }) as object,
    ),
  );
  const files = all.filter(([kind]) => kind === 'file').map(([, file]) => file);
  const ofRun = ['run/report.html', 'run/manifest.json'];
  expect(files).toEqual(tracker === 'tensorboardX' ? [] : [ofRun, ofRun, ofRun, ofRun].flat());
});

test.runIf(hasPython).each([
  ['to_mlflow.py', 'mlflow'],
  ['to_wandb.py', 'wandb'],
  ['to_tensorboard.py', 'tensorboardX'],
])('%s says which package it needs', (name, tracker) => {
  if (spawnSync('python3', ['-c', `import ${tracker}`]).status === 0) return;
  const { status, stderr } = calls(name, false);
  expect(stderr).toBe(`${name} needs ${tracker}: pip install ${tracker}\n`);
  expect(status).toBe(1);
});
