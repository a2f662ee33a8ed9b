/** `fedsa init`: a folder to begin in, and what can be done there. */
import { beginFolder } from '../runs/beginFolder.ts';

/** Makes the folder, and says how to go on. */
export function initCommand(folder: string): void {
  beginFolder(folder);
  const place = /^[\w./-]+$/.test(folder) ? folder : `'${folder}'`;
  process.stdout
    .write(`${folder} holds a scenario (scenario.ts), the operator and data of its agents (operator.ts), an
algorithm of your own (algorithm.ts), and their tests (study.test.ts).

  cd ${place}
  npm install   # fedsa, TypeScript and vitest, for the editor and the tests
  npm start     # runs the scenario; its last line names the report
  npm test
`);
}
