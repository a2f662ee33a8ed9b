/** claims.json of `fedsa reproduce`, as far as others than its own page read it. */
import { join } from 'node:path';
import * as z from 'zod';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { readJsonFile } from './jsonFile.ts';

export const CLAIMS_NAME = 'claims.json';
/** In the folder of every call, from its beginning. */
export const CLAIMS_MARK = 'reproduce.json';

const [text, texts] = [z.string(), z.array(z.string())];
const schema = z.object({
  format: z.literal('fedsa-claims/3'),
  ...{ startedAt: text, endedAt: text, arguments: texts, size: text },
  claims: z.array(
    z.object({
      ...{ name: text, paper: text, source: text, statement: text, verdict: text },
      // from the folder on, and never one elsewhere
      runs: z.array(text.regex(/^runs(\/[\w-][\w.-]*)+$/, 'must be folders below runs')),
    }),
  ),
});

export type ClaimsFile = z.infer<typeof schema>;

/**
 * Reads claims.json.
 *
 * @throws InputError in one line: it cannot be read, or the first field that is wrong
 */
export function readClaims(directory: string): ClaimsFile {
  const path = join(directory, CLAIMS_NAME);
  const parsed = schema.safeParse(readJsonFile(path, 'list of claims'));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new InputError(`${path}: ${quoted(issue.path.join('.')) || 'the file'}: ${quoted(issue.message)}`);
}
