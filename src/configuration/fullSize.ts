/** In what a run is of another size than its scenario: the quick one, or what the command line says. */
import type { RunSettings } from './settings/runSettings.ts';
import type { ScenarioDefinition } from './scenario.ts';
import { grouped } from '../values/numbers.ts';

/** What counts as size, with its word. */
const SETTINGS = { rounds: 'rounds', steps: 'local steps', seconds: 'seconds', seeds: 'seeds' } as const;
const PROBLEM = { agents: 'agents', dimension: 'dimensions', states: 'states' } as const;

/**
 * `1,600 of 3,000 rounds`: a text for each size that is another.
 *
 * @param full - the scenario, or a panel of it, without its quick size
 * @param run - what is run
 */
export function otherSizes(
  full: ScenarioDefinition,
  run: RunSettings & Pick<ScenarioDefinition, 'problem'>,
): string[] {
  return [...texts(SETTINGS, full, run), ...texts(PROBLEM, full.problem, run.problem)];
}

function texts(words: Readonly<Record<string, string>>, full: object, run: object): string[] {
  const [elsewhere, here] = [full, run] as Readonly<Record<string, unknown>>[];
  return Object.entries(words).flatMap(([name, word]) => {
    const [before, now] = [sizeOf(elsewhere![name]), sizeOf(here![name])];
    if (before === undefined || now === undefined || before === now) return [];
    const [few, many] = [grouped(now), grouped(before)];
    return [now < before ? `${few} of ${many} ${word}` : `${few} ${word} instead of ${many}`];
  });
}

function sizeOf(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : undefined;
}
