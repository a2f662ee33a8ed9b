/** A scenario on the problem file of two agents, with panels of other step sizes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from './builtProgram.ts';

export function writePanels(folder: string, name: string, panels: string, rounds = 4): void {
  writeFileSync(
    join(folder, name),
    `import { scenario } from 'fedsa';
export default scenario({
  name: 'p', title: 'Title', question: 'q', problem: { kind: 'problem-file', path: 'problem.json' },
  algorithms: ['local-sa', { name: 'fedhsa', serverStepSize: 0.5 }],
  stepSize: 0.1, localSteps: 2, rounds: ${rounds}, seeds: 2, placement: 'inline',
  quick: { rounds: 2 }, across: 'step size', panels: { ${panels} },
});
`,
  );
}

/** The state of the run in a folder, by its manifest. */
export const stateOf = (...folder: readonly string[]): unknown =>
  (JSON.parse(text(...folder, 'manifest.json')) as { readonly state: unknown }).state;
