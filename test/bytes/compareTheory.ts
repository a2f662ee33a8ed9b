/** `npm run bytes -- --theory`: asks theory of the cases, and compares it with the table. */
import { inProcesses } from './processes.ts';
import { theoryCases } from './theoryCases.ts';
import { theoryDifferences, type TheoryPrint } from './theoryPrint.ts';
import { readTheory, writeTheory } from './theoryTable.ts';

/** What is asked for on the command line. */
interface TheoryRequest {
  /** whether a case is among those asked for */
  readonly has: (key: string) => boolean;
  /** every so many-th of them */
  readonly every: number;
  readonly processes: number;
  readonly write: boolean;
  /** lines that are printed */
  readonly most: number;
}

/** @returns whether all is as it was */
export async function compareTheory(request: TheoryRequest): Promise<boolean> {
  const { has, every, processes, write, most } = request;
  const keys = (await theoryCases()).map(({ key }) => key);
  const chosen = keys.filter(has).filter((_, index) => index % every === 0);
  const table = readTheory();
  let count = 0;
  const say = (key: string, lines: readonly string[]): void => {
    for (const line of lines) if (count++ < most) console.log(`${key}: ${line}`);
  };
  // At each answer: who ends it has what is there.
  await inProcesses<TheoryPrint>(
    'theoryWorker.ts',
    chosen.map((key) => ({ key })),
    processes,
    (key, answers) => {
      say(key, theoryDifferences(table.get(key), answers.get(key)));
      if (write) writeTheory(new Map([...table, ...answers].filter(([other]) => keys.includes(other))));
    },
  );
  for (const key of table.keys()) if (has(key) && !keys.includes(key)) say(key, ['is no case any more']);
  if (count > most) console.log(`and ${count - most} more (--all)`);
  console.log(`${chosen.length} cases, ${count} differences`);
  return count === 0;
}
