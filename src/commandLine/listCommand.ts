/** `fedsa list`: the shipped scenarios, each with what it reproduces. */
import { shippedNames, shippedScenario } from './target.ts';

/** Prints a line a scenario. */
export async function listCommand(): Promise<void> {
  const names = shippedNames();
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const { title, reproduces } = await shippedScenario(name);
    process.stdout.write(
      `${name.padEnd(width)}  ${title}${reproduces === undefined ? '' : ` — ${reproduces}`}\n`,
    );
  }
}
