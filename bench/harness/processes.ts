/** Whole processes: seconds from start to end, and memory at the peak of the same processes. */
import type { Row } from './benchmark.ts';
import type { Finished } from './commandLine.ts';
import { compare, type Contender } from './compare.ts';

/** A program that is started, and watched for its resources, once a turn. */
export interface ProcessContender extends Omit<Contender, 'sample'> {
  readonly start: () => Finished;
}

/** Seconds and megabytes of the processes, in turns. */
export async function compareProcesses(
  contenders: readonly ProcessContender[],
  turns: number,
): Promise<{ readonly seconds: Row[]; readonly megabytes: Row[] }> {
  const peaks = contenders.map((): number[] => []);
  const seconds = await compare(
    contenders.map(({ start, ...contender }, k) => ({
      ...contender,
      sample: () => {
        const finished = start();
        peaks[k]!.push(finished.megabytes);
        return { wall: finished.seconds, cpu: finished.cpu };
      },
    })),
    turns,
    'cold',
  );
  const megabytes = await compare(
    contenders.map(({ start: _, ...contender }, k) => ({
      ...contender,
      sample: () => ({ wall: peaks[k]!.shift()!, cpu: NaN }),
    })),
    turns,
    'cold',
  );
  return { seconds, megabytes };
}
