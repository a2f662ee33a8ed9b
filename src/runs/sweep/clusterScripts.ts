/** What hands the slices of a sweep to a cluster: a Slurm array script, or a Kubernetes Indexed Job. */
import { posix } from 'node:path';
import { shellWord } from '../../values/shellWord.ts';

/** Where slices run. */
export type Cluster = 'slurm' | 'kubernetes';

export interface SlicedSweep {
  /** of the command line, from `sweep` on */
  readonly words: readonly string[];
  /** the sweep directory, which all slices share */
  readonly out: string;
  /** that they share, too */
  readonly store?: string | undefined;
  readonly slices?: number | undefined;
  /** of each slice, and its processors */
  readonly threads?: number | undefined;
}

/** Slices where their number is not given. */
const DEFAULT_SLICES = 8;
/** Slices under way at once, where there are more. */
const MOST_AT_ONCE = 50;
/** Threads of a slice where their number is not given. */
const DEFAULT_THREADS = 2;
/** Largest array of Slurm where an administrator has set nothing else: `MaxArraySize` is 1001, so indices end at 1000. */
const MOST_IN_AN_ARRAY = 1000;
/** What Kubernetes allows of a Job with more than 100,000 completions. */
const MOST_FAILED = 10_000;

/** Options that the script itself gives a slice, by whether a value follows. */
const OWN: Readonly<Record<string, boolean>> = {
  ...{ '--print': true, '--index': true, '--of': true, '--out': true, '--store': true, '--threads': true },
  ...{ '--list': false, '--quiet': false },
};

/** The words of a slice's command, without what the script adds. */
function wordsOfSlice(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const hasValue = OWN[word.split('=', 1)[0]!];
    if (hasValue === undefined) kept.push(word);
    else if (hasValue && !word.includes('=')) at++;
  }
  return kept;
}

/**
 * The command of a slice. The program is not started by npx, which passes SIGTERM on to a shell that it starts it in, and not to it:
 * a slice that a cluster ends would run on.
 */
function commandOf({ words, out, store }: SlicedSweep, more: string): string {
  const shared = ['--out', out, ...(store === undefined ? [] : ['--store', store])];
  return `exec fedsa ${[...wordsOfSlice(words), ...shared].map(shellWord).join(' ')} ${more}`;
}
const PATH_LINE = 'export PATH="$PWD/node_modules/.bin:$PATH"';

/** The script. What it runs may be run again: slices complete what is missing, and the last to end writes the table of all. */
export const clusterScript = (cluster: Cluster, sweep: SlicedSweep): string =>
  cluster === 'slurm' ? slurm(sweep) : kubernetes(sweep);

function slurm(sweep: SlicedSweep): string {
  const { slices = DEFAULT_SLICES, threads = DEFAULT_THREADS } = sweep;
  const isOneArray = slices <= MOST_IN_AN_ARRAY;
  const array = isOneArray ? `#SBATCH --array=0-${slices - 1}%${MOST_AT_ONCE}\n` : '';
  const submitted = isOneArray
    ? '# Submit it with: sbatch sweep.sh; where MaxArraySize is too small for that: bash sweep.sh'
    : `# Submit it with: bash sweep.sh, which makes arrays of at most MaxArraySize of its ${slices} slices.`;
  const command = commandOf(
    sweep,
    `--threads "\${SLURM_CPUS_PER_TASK:-${threads}}" --quiet --index "$index" --of ${slices}`,
  );
  return `#!/bin/bash
#SBATCH --job-name=fedsa-sweep
${array}#SBATCH --cpus-per-task=${threads}
#SBATCH --output=fedsa-sweep-%A_%a.log
#SBATCH --requeue
${submitted}
# Submitted again it completes what is missing. The sweep directory lies where all nodes see it.
set -euo pipefail
if [ -z "\${SLURM_ARRAY_TASK_ID:-}" ]; then
  most=$(scontrol show config | awk '$1 == "MaxArraySize" { print $3 }')
  for ((first = 0; first < ${slices}; first += most)); do
    last=$((${slices} - first < most ? ${slices} - first - 1 : most - 1))
    sbatch --array="0-$last%${MOST_AT_ONCE}" --export="ALL,FEDSA_FIRST=$first" "$0"
  done
  exit
fi
index=$((\${FEDSA_FIRST:-0} + SLURM_ARRAY_TASK_ID))
export FEDSA_TASK="\${SLURM_JOB_ID:-}"
${PATH_LINE}
${command}
`;
}

function kubernetes(sweep: SlicedSweep): string {
  const { words, out, store, slices = DEFAULT_SLICES, threads = DEFAULT_THREADS } = sweep;
  const folder = posix.resolve('/runs', posix.isAbsolute(out) ? out : posix.basename(out));
  const parent = posix.dirname(folder);
  const volume = parent === '/' ? folder : parent;
  // Kubernetes itself takes $$ for $, before the shell sees it.
  const kept = (word: string): string => word.replaceAll('$', '$$$$');
  const line = commandOf(
    {
      words: words.map(kept),
      out: kept(folder),
      store: store && kept(posix.isAbsolute(store) ? store : posix.join(volume, posix.basename(store))),
    },
    `--threads ${threads} --quiet --index "$JOB_COMPLETION_INDEX" --of ${slices}`,
  );
  return `# Apply it with: kubectl apply -f sweep.yaml (Kubernetes 1.29 or newer)
# Deleted and applied again it completes what is missing. The image has Node, fedsa and your files in its working directory;
# the claim is a volume that all pods can write (ReadWriteMany). It holds the sweep directory.
apiVersion: batch/v1
kind: Job
metadata:
  name: fedsa-sweep
spec:
  completionMode: Indexed
  completions: ${slices}
  parallelism: ${Math.min(slices, MOST_AT_ONCE)}
  backoffLimitPerIndex: 3
  maxFailedIndexes: ${Math.min(slices, MOST_FAILED)}
  podReplacementPolicy: Failed
  podFailurePolicy:
    rules:
      # a node that is drained is no failure of the slice
      - action: Ignore
        onPodConditions:
          - { type: DisruptionTarget, status: "True" }
      # a command that is refused is not tried again
      - action: FailIndex
        onExitCodes: { containerName: fedsa, operator: In, values: [2] }
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: fedsa
          image: YOUR-IMAGE
          command: ["/bin/sh", "-c"]
          args:
            - ${JSON.stringify(`${PATH_LINE}; export FEDSA_TASK="$JOB_UID $JOB_COMPLETION_INDEX"; ${line}`)}
          env:
            - name: JOB_UID
              valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/controller-uid']" } }
          resources:
            requests: { cpu: "${threads}", memory: 1Gi }
          volumeMounts:
            - { name: runs, mountPath: ${JSON.stringify(volume)} }
      volumes:
        - name: runs
          persistentVolumeClaim: { claimName: YOUR-CLAIM }
`;
}
