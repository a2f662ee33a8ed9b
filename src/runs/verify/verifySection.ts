/** The part of a report's page that computes the run again in its reader's browser: what `fedsa report --verify` adds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../values/failure.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import { builtFile } from '../../values/builtProgram.ts';
import { LineReader } from '../../recording/lineReader.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { html, type Html, trusted } from '../../report/html.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import { prefixOf, type RecordedReplication, writeTask } from './recompute.ts';

/** Seeds of each algorithm, and characters of the task before it is compressed. */
const SEEDS = 2;
const MOST_CHARACTERS = 2e7;

/**
 * The section, with the program and the recorded rows of the first two seeds of each algorithm, compressed.
 *
 * @param directory - of a single run that has ended
 * @throws InputError in one line, where a page cannot compute the run: it has code of its own, is on the wall clock, or is too large
 */
export async function verifySection(directory: string, dataDirectory: string | undefined): Promise<Html> {
  const refuse = (why: string): InputError => new InputError(`--verify: ${directory}: ${why}`);
  const manifest = readManifest(directory);
  const { configuration, problem } = manifest;
  if (configuration.clock === 'wall')
    throw refuse('the run was on the wall clock, which a page cannot repeat; fedsa replay computes it again');
  const options = [
    ...ownValues(configuration).map(({ kind, name }) => `${kind} ${name}`),
    ...(configuration.metrics ?? []).map(({ name }) => `metric ${name}`),
    ...(problem.kind === 'module' ? ['problem'] : []),
  ];
  if (options.length > 0)
    throw refuse(
      `its ${options.join(', its ')} is code of your own, which a page does not hold; fedsa replay runs it`,
    );
  const { specification } = await problemOfManifest(directory, manifest, dataDirectory);
  const task = writeTask({ specification, configuration, replications: firstOf(directory, manifest) });
  if (task.length > MOST_CHARACTERS)
    throw refuse(
      `its rows and data are ${Math.round(task.length / 1e6)} MB, and a page is given ${MOST_CHARACTERS / 1e6} at most; fedsa replay computes it again`,
    );
  const program = readFileSync(builtFile('program/verifyWorker.js'), 'utf8');
  const data = (name: string, text: string): Html =>
    html`<script type="text/plain" class="${name}">
      ${trusted(gzipSync(text, { level: 9 }).toString('base64'))}
    </script>`;
  return html`<style>
      @media print {
        #verify button,
        #verify:not([data-holds]) {
          display: none;
        }
      }
    </style>
    <section id="verify">
      <h2>Verify</h2>
      <p>
        This page holds the program, and the recorded rows of the first ${SEEDS} seeds of each algorithm. It
        can compute them again in your browser, from the configuration alone, and compare number by number.
        <button type="button" hidden>Verify</button>
      </p>
      <p role="status"></p>
      ${data('program', program)}${data('task', task)}
    </section> `;
}

/** The rows of the first seeds that have ended, of each algorithm. */
function firstOf(directory: string, { runs }: Manifest): RecordedReplication[] {
  const chosen = new Map<string, RecordedReplication & { readonly rows: string[] }>();
  const counts = new Map<string, number>();
  for (const { algorithm, seed, lastSeed = seed, state, stopped = false } of runs) {
    if (state !== 'completed' && state !== 'diverged') continue;
    for (let candidate = seed; candidate <= lastSeed && (counts.get(algorithm) ?? 0) < SEEDS; candidate++) {
      counts.set(algorithm, (counts.get(algorithm) ?? 0) + 1);
      chosen.set(prefixOf({ algorithm, seed: candidate }), { algorithm, seed: candidate, rows: [], stopped });
    }
  }
  const reader = new LineReader(join(directory, 'rounds.csv'));
  try {
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const second = line.indexOf(',', line.indexOf(',') + 1);
      chosen.get(line.slice(0, second + 1))?.rows.push(line);
    }
  } finally {
    reader.close();
  }
  return [...chosen.values()];
}
