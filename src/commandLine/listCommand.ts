/** `fedsa list`: the shipped scenarios, each with what it reproduces; or the kinds of problems. */
import { ALL_FAMILIES } from '../problems/families.ts';
import { visibleLength } from './textTable.ts';
import type { Value } from '../values/value.ts';
import { shippedNames, shippedScenario } from '../inputs/target.ts';
import { print } from './print.ts';
import { counted } from '../values/counted.ts';

/** Columns of a line at most, on a terminal and in a pipe. */
const MOST_COLUMNS = 100;

/** A name and what is said of it, continued below where it does not fit. */
function entry(name: string, width: number, text: string): string {
  const indent = ' '.repeat(width + 2);
  const lines = text.split(' ').reduce<string[]>((all, word) => {
    const longer = all.length === 0 ? word : `${all.at(-1)!} ${word}`;
    if (all.length === 0 || visibleLength(longer) > MOST_COLUMNS - indent.length) return [...all, word];
    return [...all.slice(0, -1), longer];
  }, []);
  return `${name.padEnd(width)}  ${lines.join(`\n${indent}`)}\n`;
}

const panelCount = (count: number): string => counted(count, 'panel');

/** Prints a line a scenario, or an array of them as JSON. */
export async function listCommand(isJson: boolean): Promise<void> {
  const names = shippedNames();
  if (isJson) {
    const scenarios = await Promise.all(
      names.map(async (name) => {
        const { title, question, reproduces, panels } = await shippedScenario(name);
        return { name, title, question, reproduces: reproduces ?? null, panels: Object.keys(panels ?? {}) };
      }),
    );
    print(`${JSON.stringify(scenarios)}\n`);
    return;
  }
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const { title, reproduces, panels } = await shippedScenario(name);
    const source = reproduces === undefined ? '' : ` — ${reproduces}`;
    const several = panels === undefined ? '' : ` (${panelCount(Object.keys(panels).length)})`;
    print(entry(name, width, `${title}${source}${several}`));
  }
}

/** Prints a line a kind of problem, and one with its fields; or an array of them as JSON. */
export function listProblems(isJson: boolean): void {
  if (isJson) {
    const problems = ALL_FAMILIES.map((family) => ({
      kind: family.kind,
      title: family.title,
      source: 'source' in family ? family.source : null,
      fields: Object.entries<Value>(family.fields).map(([name, { optional }]) => ({
        name,
        optional: optional === true,
      })),
    }));
    print(`${JSON.stringify(problems)}\n`);
    return;
  }
  const width = Math.max(...ALL_FAMILIES.map(({ kind }) => kind.length));
  for (const family of ALL_FAMILIES) {
    const source = 'source' in family ? ` — ${family.source}` : '';
    const fields = Object.entries<Value>(family.fields).map(([name, { optional }]) =>
      optional === true ? `${name}?` : name,
    );
    print(entry(family.kind, width, `${family.title}${source}`));
    print(entry('', width, fields.join(', ')));
  }
}
