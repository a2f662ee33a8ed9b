/** What a sweep and its workers say to each other: tasks and results, as data that is checked where it arrives. */
import * as z from 'zod';
import { codeHash } from '../../../../actors/agent/codeHash.ts';
import { InputError } from '../../../values/failure.ts';
import { writtenManifest } from '../../../recording/manifestFile.ts';
import { manifestSchema } from '../../../recording/readManifest.ts';
import { SIDE_NAMES } from '../../../recording/sideFiles.ts';
import { seedRangesOf, seedsOf } from '../../../recording/seedRanges.ts';
import { type Identity, parseIdentity } from '../../../nats/identity.ts';
import type { SweepTask } from '../sweepTask.ts';
import { type File, frameOf, parseFrame } from './frame.ts';

/** Files of a run directory that a result has. */
export const RESULT_FILES = ['manifest.json', 'rounds.csv', 'iterates.csv', ...SIDE_NAMES, 'result.json'];

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().max(4096);
const task = z.object({
  format: z.literal('fedsa-task/1'),
  /** hash of the problem, and the name under which it lies in the queue */
  problem: hash,
  blob: name,
  /** the user's files; a bundle is the hash without what depends on where they lie */
  files: z.array(z.object({ file: name, bundle: hash })).max(1000),
  metrics: z.array(z.object({ name, module: name, code: hash })).max(1000),
  seeds: z.array(z.union([z.int(), z.string()])).transform((ranges, context) => {
    const seeds = seedsOf(ranges);
    if (seeds !== undefined) return seeds;
    context.addIssue('must be integers or ranges');
    return z.NEVER;
  }),
  runs: z
    .array(
      z.object({
        key: hash,
        head: manifestSchema,
        rounds: z.number().nonnegative(),
        agentSteps: z.number().nonnegative(),
      }),
    )
    .min(1)
    .max(1000),
});
const result = z.object({
  format: z.literal('fedsa-ends/1'),
  worker: name,
  /** in the order of the task's runs; a line where the run failed */
  runs: z.array(z.object({ key: hash, failure: z.string().max(10_000).nullable() })),
});

export type TaskMessage = z.output<typeof task>;
export type ResultMessage = z.output<typeof result>;

/**
 * The task as a message.
 *
 * @param blob - name under which its problem lies in the queue
 */
export function taskMessage({ problem, modules, metrics, seeds, runs }: SweepTask, blob: string): Uint8Array {
  const described = runs[0]!.head.configuration.metrics ?? [];
  return frameOf({
    format: 'fedsa-task/1',
    problem: problem.hash,
    blob,
    files: modules.map(({ file, bundle }) => ({ file, bundle })),
    metrics: metrics.map((metricSource) => ({
      name: metricSource.name,
      module: described.find((other) => other.name === metricSource.name)!.module,
      code: codeHash(metricSource.url),
    })),
    seeds: seedRangesOf(seeds),
    runs: runs.map(({ key, head, rounds, agentSteps }) => ({
      key,
      head: writtenManifest(head),
      rounds,
      agentSteps,
    })),
  });
}

/**
 * The task of a message.
 *
 * @throws InputError where it is none
 */
export const parseTask = (payload: Uint8Array): TaskMessage =>
  checked(task, parseFrame(payload).head, 'a task');

/** The result as a message; files are named `KEY/rounds.csv`. */
export const resultMessage = (
  worker: string,
  runs: ResultMessage['runs'],
  files: readonly File[],
): Uint8Array => frameOf({ format: 'fedsa-ends/1', worker, runs }, files);

/**
 * The result of a message.
 *
 * @throws InputError where it is none, or has files that no result has
 */
export function parseResult(
  payload: Uint8Array,
): ResultMessage & { readonly files: ReadonlyMap<string, readonly File[]> } {
  const { head, files } = parseFrame(payload);
  const message = checked(result, head, 'a result');
  const byKey = new Map<string, File[]>(message.runs.map(({ key }) => [key, []]));
  for (const file of files) {
    const [key, base, ...more] = file.name.split('/');
    if (!byKey.has(key!) || !RESULT_FILES.includes(base!) || more.length > 0)
      throw new InputError(`a result has a file ${JSON.stringify(file.name.slice(0, 100))} that none has`);
    byKey.get(key!)!.push({ name: base!, bytes: file.bytes });
  }
  return { ...message, files: byKey };
}

/** Who has tasks. */
export interface SweepHead {
  readonly identity: Identity;
  /** the sweep in words: folder and machine */
  readonly sweep: string;
}

/** The same as a message. */
export const headMessage = (head: SweepHead): Uint8Array => frameOf(head);

/**
 * Who has tasks, of a message.
 *
 * @throws InputError where it is none
 */
export function parseHead(payload: Uint8Array): SweepHead {
  const { sweep, identity } = (parseFrame(payload).head ?? {}) as Partial<Record<keyof SweepHead, unknown>>;
  if (typeof sweep !== 'string') throw new InputError('a sweep does not say what it is');
  return { identity: parseIdentity(identity), sweep: sweep.slice(0, 500) };
}

function checked<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new InputError(`${subject} from the network cannot be used: ${path.join('.')}: ${message}`);
}
