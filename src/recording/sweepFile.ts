/** sweep.json of a sweep directory: what is swept, the points with their keys, and how far they are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { isPathSegment, PATH_SEGMENTS } from './pathSegment.ts';
import { readJsonFile } from './jsonFile.ts';

export const SWEEP_NAME = 'sweep.json';

const value = z.union([z.string(), z.number()]);
const schema = z.looseObject({
  format: z.literal('fedsa-sweep/1'),
  version: z.string(),
  scenario: z.looseObject({
    name: z.string().refine(isPathSegment, PATH_SEGMENTS),
    title: z.string(),
    question: z.string(),
  }),
  state: z.enum(['running', 'completed', 'failed', 'interrupted']),
  /** as ranges */
  seeds: z.array(z.union([z.int(), z.string()])).exactOptional(),
  grid: z.record(z.string(), z.array(value)),
  zip: z.record(z.string(), z.array(value)),
  points: z.array(
    z.looseObject({
      point: z.record(z.string(), value),
      runs: z.array(
        z.looseObject({
          algorithm: z.string(),
          key: z.string().refine(isPathSegment, PATH_SEGMENTS),
          state: z.string(),
        }),
      ),
    }),
  ),
});

export type SweepFile = z.infer<typeof schema>;

/** Whether a folder is that of a sweep. */
export const holdsSweep = (directory: string): boolean => existsSync(join(directory, SWEEP_NAME));

/**
 * Reads sweep.json.
 *
 * @throws InputError in one line: it cannot be read, or the first field that is wrong
 */
export function readSweepFile(directory: string): SweepFile {
  const path = join(directory, SWEEP_NAME);
  const parsed = schema.safeParse(readJsonFile(path, 'sweep'));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new InputError(`${path}: ${quoted(issue.path.join('.')) || 'the file'}: ${quoted(issue.message)}`);
}
