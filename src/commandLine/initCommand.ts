/** `fedsa init`: a folder to begin in, and what can be done there. */
import { beginFolder } from '../runs/beginFolder.ts';

/** Makes the folder, and says how to go on. */
export function initCommand(folder: string, { from }: { readonly from?: string }): void {
  const files = beginFolder(folder, from);
  const place = /^[\w./-]+$/.test(folder) ? folder : `'${folder}'`;
  process.stdout.write(from === undefined ? studyText(folder, place) : copyText(folder, place, files));
}

const studyText = (
  folder: string,
  place: string,
): string => `${folder} holds a scenario (scenario.ts), the operator and data of its agents (operator.ts), an
algorithm of your own (algorithm.ts), and their tests (study.test.ts).

  cd ${place}
  npm install   # fedsa, TypeScript and vitest, for the editor and the tests
  npm start     # runs the scenario; its last line names the report
  npm test
`;

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function copyText(folder: string, place: string, files: readonly string[]): string {
  const isScenario = !files[0]!.includes('/');
  const tools = files[0]!.endsWith('.json') ? 'fedsa' : 'fedsa and TypeScript, for the editor and the check';
  return `${folder} holds ${AND.format(files)}.

  cd ${place}
  npm install       # ${tools}
${isScenario ? '  npm start         # runs the scenario; its last line names the report\n' : ''}  npm run check
`;
}
