/**
 * A sweep on Slurm itself: a cluster of one node on loopback, whose daemons the test starts and ends; some ten seconds. Where Slurm is
 * not installed the test says so.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const canRun =
  userInfo().uid === 0 &&
  ['munged', 'slurmctld', 'slurmd', 'sbatch'].every((name) => spawnSync('which', [name]).status === 0);
// Not by the console, of which tests that fail alone are shown.
if (!canRun)
  writeSync(2, 'slurm.long.test.ts: skipped; it needs root, and Slurm: apt-get install slurm-wlm munge\n');

const folder = emptyFolder();
const custom = join(folder, 'slurm');
const env = { ...process.env, SLURM_CONF: join(custom, 'slurm.conf') };
const run = (file: string, ...args: readonly string[]): string =>
  execFileSync(file, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Most tasks of an array on this cluster. */
const MOST = 2;

function startCluster(): void {
  for (const name of ['munge', 'state', 'spool']) mkdirSync(join(custom, name), { recursive: true });
  chmodSync(join(custom, 'munge'), 0o700);
  writeFileSync(join(custom, 'munge', 'key'), randomBytes(1024), { mode: 0o600 });
  const host = hostname().split('.', 1)[0]!;
  const port = 20_000 + (process.pid % 20_000) * 2;
  writeFileSync(
    env.SLURM_CONF,
    `ClusterName=one
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
AuthInfo=socket=${custom}/munge/socket
SlurmctldPort=${port}
SlurmdPort=${port + 1}
SlurmctldPidFile=${custom}/slurmctld.pid
SlurmdPidFile=${custom}/slurmd.pid
StateSaveLocation=${custom}/state
SlurmdSpoolDir=${custom}/spool
SlurmctldLogFile=${custom}/slurmctld.log
SlurmdLogFile=${custom}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MaxArraySize=${MOST}
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  const munge = ['key-file=key', 'socket=socket', 'pid-file=pid', 'log-file=log', 'seed-file=seed'];
  run('munged', '--force', ...munge.map((text) => `--${text.replace('=', `=${custom}/munge/`)}`));
  run('slurmctld', '-c');
  run('slurmd');
}

const squeue = (...args: readonly string[]): string[] =>
  run('squeue', '--noheader', ...args)
    .split('\n')
    .filter((line) => line !== '');

async function until(isSo: () => boolean, title: string): Promise<void> {
  for (let waited = 0; !isSo(); waited += 200) {
    if (waited > 100_000)
      throw new Error(`still waiting until ${title}:\n${run('scontrol', 'show', 'jobs')}`);
    await delay(200);
  }
}

beforeAll(async () => {
  if (!canRun) return;
  startCluster();
  await until(() => run('sinfo', '--noheader', '--format=%t').startsWith('idle'), 'the node is there');
});

afterAll(async () => {
  for (const name of ['slurmd.pid', 'slurmctld.pid', 'munge/pid']) {
    const file = join(custom, name);
    if (!existsSync(file)) continue;
    process.kill(Number(readFileSync(file, 'utf8')));
    await until(() => !existsSync(file), `${name} is gone`);
  }
});

test('slices on Slurm, one of them requeued in its midst, end with the table of an undisturbed sweep', async ({
  skip,
}) => {
  if (!canRun) skip();
  writeTwoAgents(folder);
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(fileURLToPath(new URL('../../dist/program/main.js', import.meta.url)), join(bin, 'fedsa'));
  const sweep = [
    ...['sweep', 'problem.json', '--grid', 'step-size=0.0002,0.0004,0.0006,0.0008', '--local-steps', '1000'],
    ...['--algorithm', 'local-sa', '--rounds', '11000', '--no-report', '--threads', '1', '--quiet'],
  ];
  const whole = fedsa(folder, ...sweep, '--out', 'whole');
  const printed = await fedsa(folder, ...sweep, '--out', 'sliced', '--print', 'slurm', '--of', '3');
  writeFileSync(join(folder, 'sweep.sh'), printed.stdout);
  // Its three slices are more than an array may have here; run by a shell it makes two arrays of them.
  expect(spawnSync('sbatch', ['sweep.sh'], { cwd: folder, env, encoding: 'utf8' }).stderr).toContain(
    'Invalid job array specification',
  );
  const submit = (): string[] => run('bash', 'sweep.sh').trimEnd().split('\n');
  expect(submit()).toHaveLength(2);
  const runs = join(folder, 'sliced', 'runs');
  const under = (name: string): string[] =>
    existsSync(runs) ? readdirSync(runs).filter((key) => existsSync(join(runs, key, name))) : [];
  await until(() => under('run.lock').length > 0, 'a run is being written');
  const [task] = squeue('--array', '--states=RUNNING', '--format=%i');
  run('scontrol', 'requeue', task!);
  // Slurm would begin it again after two minutes.
  await until(() => squeue(`--jobs=${task!}`, '--format=%r').join() === 'BeginTime', 'the task has ended');
  run('scontrol', 'update', `jobid=${task!}`, 'StartTime=now');
  await until(() => squeue().length === 0, 'all slices have ended');
  expect(await whole).toMatchObject({ status: 0, stderr: '' });
  expect(text(folder, 'sliced', 'results.csv')).toBe(text(folder, 'whole', 'results.csv'));

  const written = (): number[] =>
    under('result.json').map((key) => statSync(join(runs, key, 'result.json')).mtimeMs);
  const before = written();
  submit();
  await until(() => squeue().length === 0, 'they have ended again');
  expect(written()).toEqual(before);
  expect(text(folder, 'sliced', 'results.csv')).toBe(text(folder, 'whole', 'results.csv'));
});
