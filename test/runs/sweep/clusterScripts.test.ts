/** What is printed for clusters, run by a shell as they would run it, with stand-ins that write down how they are called. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { clusterScript, type SlicedSweep } from '../../../src/runs/sweep/clusterScripts.ts';

const folder = mkdtempSync(join(tmpdir(), 'fedsa-cluster-'));
const bin = join(folder, 'node_modules', '.bin');

/** A program that prints its arguments, each between brackets, after the task that it is. */
function standIn(name: string): void {
  writeFileSync(
    join(bin, name),
    '#!/bin/sh\nprintf "%s" "$FEDSA_TASK"\nfor word; do printf "[%s]" "$word"; done\necho\n',
  );
  chmodSync(join(bin, name), 0o755);
}

beforeAll(() => {
  mkdirSync(bin, { recursive: true });
  for (const name of ['fedsa', 'sbatch']) standIn(name);
  writeFileSync(join(bin, 'scontrol'), '#!/bin/sh\necho "MaxArraySize            = 1001"\n');
  chmodSync(join(bin, 'scontrol'), 0o755);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const shell = (file: string, args: readonly string[], env: NodeJS.ProcessEnv): string =>
  execFileSync(file, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Runs the Slurm script in a task of an array. */
const slurmTask = (sweep: SlicedSweep, env: NodeJS.ProcessEnv): string =>
  shell('bash', ['-c', clusterScript('slurm', sweep)], env);

// What a shell, YAML and Kubernetes would each take for something else.
const AWKWARD = ["it's", 'a b', '$HOME', '$(HOME)', '$$', '"q"', '\\', '*', 'é', 'x#y: [z', '%_a'];
const NAMED = ['sweep', ...AWKWARD, '--grid', 'step-size=0.1,0.2'];
const GIVEN = [
  ...NAMED,
  ...['--print', 'slurm', '--of=4', '--out', 'elsewhere', '--threads=3', '--quiet', '--list'],
  ...['--store', 'my kept'],
];
const bracketed = (words: readonly string[]): string => `${words.map((word) => `[${word}]`).join('')}\n`;
const slice = (out: string, store: string, threads: number, index: number, kind: number): string[] => [
  ...[
    '--out',
    out,
    '--store',
    store,
    '--threads',
    `${threads}`,
    '--quiet',
    '--index',
    `${index}`,
    '--of',
    `${kind}`,
  ],
];

test('the Slurm script hands every word to the program as it was, and its slice', () => {
  const sweep = { words: GIVEN, out: "runs/it's", store: 'my kept', slices: 4, threads: 3 };
  const expected = (threads: number, index: number): string =>
    bracketed([...NAMED, ...slice("runs/it's", 'my kept', threads, index, 4)]);
  expect(slurmTask(sweep, { SLURM_ARRAY_TASK_ID: '2' })).toBe(expected(3, 2));
  const env = { SLURM_ARRAY_TASK_ID: '1', SLURM_CPUS_PER_TASK: '8', FEDSA_FIRST: '2', SLURM_JOB_ID: '71' };
  expect(slurmTask(sweep, env)).toBe(`71${expected(8, 3)}`);
  const script = clusterScript('slurm', sweep);
  expect(script).toMatch(/^#!\/bin\/bash\n(#SBATCH .*\n)+#SBATCH --requeue\n/);
  expect(script).toContain('#SBATCH --array=0-3%50\n');
  expect(script).toContain('#SBATCH --cpus-per-task=3\n');
});

test('outside an array the Slurm script submits as many arrays as MaxArraySize asks for, which have each slice once', () => {
  writeFileSync(
    join(folder, 'sweep.sh'),
    clusterScript('slurm', { words: NAMED, out: 'runs/a', slices: 2500 }),
  );
  const submitted = shell('bash', ['sweep.sh'], { PATH: `${bin}:${process.env.PATH!}` });
  expect(submitted.trimEnd().split('\n')).toEqual([
    '[--array=0-1000%50][--export=ALL,FEDSA_FIRST=0][sweep.sh]',
    '[--array=0-1000%50][--export=ALL,FEDSA_FIRST=1001][sweep.sh]',
    '[--array=0-497%50][--export=ALL,FEDSA_FIRST=2002][sweep.sh]',
  ]);
  // An array in its head would have the first thousand run alone.
  expect(clusterScript('slurm', { words: NAMED, out: 'runs/a', slices: 1000 })).toContain(
    '--array=0-999%50\n',
  );
  expect(clusterScript('slurm', { words: NAMED, out: 'runs/a', slices: 1001 })).not.toContain(
    '#SBATCH --array',
  );
});

interface Job {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly parallelism: number;
    readonly backoffLimitPerIndex: number;
    readonly maxFailedIndexes: number;
    readonly podReplacementPolicy: string;
    readonly podFailurePolicy: {
      readonly rules: readonly {
        readonly action: string;
        readonly onPodConditions?: readonly object[];
        readonly onExitCodes?: {
          readonly containerName: string;
          readonly operator: string;
          readonly values: readonly number[];
        };
      }[];
    };
    readonly template: {
      readonly spec: {
        readonly restartPolicy: string;
        readonly containers: readonly {
          readonly name: string;
          readonly command: readonly string[];
          readonly args: readonly string[];
          readonly env: readonly object[];
          readonly resources: { readonly requests: { readonly cpu: string } };
          readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
        }[];
        readonly volumes: readonly { readonly name: string }[];
      };
    };
  };
}

/** What Kubernetes makes of `$` in `args` before it starts the container. */
const expanded = (text: string): string =>
  text.replaceAll(/\$\$|\$\([^)]*\)/g, (found) => (found === '$$' ? '$' : 'expanded'));

test.each([
  ['runs/a', '/runs', '/runs/a'],
  ['/data/sweeps/a $b', '/data/sweeps', '/data/sweeps/a $b'],
  ['/data', '/data', '/data'],
])(
  'the Kubernetes Job is as batch/v1 wants it, and has %s on its volume',
  (out, mountPath, folderOfSweep) => {
    const sweep = { words: GIVEN, out, store: 'my kept', slices: 60, threads: 3 };
    const job = parse(clusterScript('kubernetes', sweep), { strict: true }) as Job;
    expect([job.apiVersion, job.kind]).toEqual(['batch/v1', 'Job']);
    // With its index a name of a pod: a DNS label of at most 63 characters.
    expect(`${job.metadata.name}-59`).toMatch(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
    const { template, podFailurePolicy, ...spec } = job.spec;
    expect(spec).toEqual({
      completionMode: 'Indexed',
      completions: 60,
      parallelism: 50,
      backoffLimitPerIndex: 3,
      maxFailedIndexes: 60,
      // The only one that goes with a podFailurePolicy: an index has one pod at a time.
      podReplacementPolicy: 'Failed',
    });
    const [container, ...others] = template.spec.containers;
    expect(others).toEqual([]);
    // A limit of retries an index, and rules for failures, are for pods that are not restarted.
    expect(template.spec.restartPolicy).toBe('Never');
    for (const { action, onPodConditions, onExitCodes } of podFailurePolicy.rules) {
      expect([onPodConditions, onExitCodes].filter((candidate) => candidate !== undefined)).toHaveLength(1);
      if (onPodConditions) {
        expect([action, ...onPodConditions]).toEqual([
          'Ignore',
          { type: 'DisruptionTarget', status: 'True' },
        ]);
      } else {
        // The exit status of a command that is refused; one that is In has no 0.
        expect(action).toBe('FailIndex');
        expect(onExitCodes).toEqual({ containerName: container!.name, operator: 'In', values: [2] });
      }
    }
    expect(container!.volumeMounts).toEqual([{ name: template.spec.volumes[0]!.name, mountPath }]);
    expect(posix.relative(mountPath, folderOfSweep).startsWith('..')).toBe(false);
    expect(container!.resources.requests.cpu).toBe('3');
    const [file, ...options] = container!.command;
    const field = "metadata.labels['batch.kubernetes.io/controller-uid']";
    expect(container!.env).toEqual([{ name: 'JOB_UID', valueFrom: { fieldRef: { fieldPath: field } } }]);
    const env = { JOB_COMPLETION_INDEX: '7', JOB_UID: 'a1' };
    const printed = shell(file!, [...options, ...container!.args.map(expanded)], env);
    expect(printed).toBe(
      `a1 7${bracketed([...NAMED, ...slice(folderOfSweep, `${mountPath}/my kept`, 3, 7, 60)])}`,
    );
  },
);

test('a Kubernetes Job with more than 100,000 slices ends after 10,000 that fail, as Kubernetes demands', () => {
  const text = clusterScript('kubernetes', { words: NAMED, out: 'runs/a', slices: 200_000 });
  expect((parse(text) as Job).spec.maxFailedIndexes).toBe(10_000);
});
