/** What hands the slices of a sweep to a cluster: a Slurm array script, or a Kubernetes Indexed Job. */

/** Where slices run. */
export type Cluster = 'slurm' | 'kubernetes';

/** Slices where their number is not given. */
const DEFAULT_SLICES = 8;
/** Slices under way at once, where there are more. */
const MOST_AT_ONCE = 50;
/** Largest array of Slurm where an administrator has set nothing else: `MaxArraySize` is 1001, so indices end at 1000. */
const MOST_IN_AN_ARRAY = 1000;

/** Options that a slice is given by the script itself. */
const OWN = ['--print', '--index', '--of', '--list'];

/** The words of a slice's command, without what the script adds. */
function wordsOfSlice(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const name = words[at]!.split('=', 1)[0]!;
    if (!OWN.includes(name)) kept.push(words[at]!);
    else if (words[at] === name && name !== '--list') at++;
  }
  return kept;
}

/** A word of a shell, as it is. */
const quoted = (word: string): string =>
  /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The script. What it runs may be run again: slices complete what is missing, and the last to end writes the table of all.
 *
 * @param words - of the command line, from `sweep` on
 * @param out - the sweep directory, which all slices share
 */
export function clusterScript(
  cluster: Cluster,
  words: readonly string[],
  out: string,
  slices = DEFAULT_SLICES,
): string {
  const command = wordsOfSlice(words);
  if (!command.some((word) => word === '--out' || word.startsWith('--out='))) command.push('--out', out);
  return cluster === 'slurm' ? slurm(command, out, slices) : kubernetes(command, out, slices);
}

function slurm(words: readonly string[], out: string, slices: number): string {
  const last = Math.min(slices, MOST_IN_AN_ARRAY) - 1;
  const parts = Math.ceil(slices / MOST_IN_AN_ARRAY);
  const starts = Array.from({ length: parts }, (_, part) => part * MOST_IN_AN_ARRAY);
  const further = starts
    .slice(1)
    .map((start) => {
      const end = Math.min(slices - start, MOST_IN_AN_ARRAY) - 1;
      return `#   sbatch --array=0-${end}%${MOST_AT_ONCE} --export=ALL,FEDSA_FIRST=${start} sweep.sh`;
    })
    .join('\n');
  return `#!/bin/bash
#SBATCH --job-name=fedsa-sweep
#SBATCH --array=0-${last}%${MOST_AT_ONCE}
#SBATCH --cpus-per-task=2
#SBATCH --output=fedsa-sweep-%A_%a.log
#SBATCH --requeue
# Submit it with: sbatch sweep.sh
# Submitted again it completes what is missing. ${out} lies where all nodes see it.
${further === '' ? '' : `# ${slices} slices are more than an array takes by default (MaxArraySize); the others:\n${further}\n`}set -euo pipefail
index=$((\${FEDSA_FIRST:-0} + SLURM_ARRAY_TASK_ID))
exec npx fedsa ${words.map(quoted).join(' ')} --threads "\${SLURM_CPUS_PER_TASK:-2}" --quiet --index "$index" --of ${slices}
`;
}

function kubernetes(words: readonly string[], out: string, slices: number): string {
  const line = `exec npx fedsa ${words.map(quoted).join(' ')} --quiet --index "$JOB_COMPLETION_INDEX" --of ${slices}`;
  return `# Apply it with: kubectl apply -f sweep.yaml
# Deleted and applied again it completes what is missing. The image has Node, fedsa and your files in its working directory;
# the claim is a volume that all pods can write (ReadWriteMany), and ${out} lies on it.
apiVersion: batch/v1
kind: Job
metadata:
  name: fedsa-sweep
spec:
  completionMode: Indexed
  completions: ${slices}
  parallelism: ${Math.min(slices, MOST_AT_ONCE)}
  backoffLimitPerIndex: 3
  maxFailedIndexes: ${slices}
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: fedsa
          image: YOUR-IMAGE
          command: ["/bin/sh", "-c"]
          args:
            - ${JSON.stringify(line)}
          resources:
            requests: { cpu: "2", memory: 1Gi }
          volumeMounts:
            - { name: runs, mountPath: /runs }
      volumes:
        - name: runs
          persistentVolumeClaim: { claimName: YOUR-CLAIM }
`;
}
