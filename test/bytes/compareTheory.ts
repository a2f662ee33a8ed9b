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
  // At each answer: who ends it has what is there.
  const found = await inProcesses<TheoryPrint>(
    'theoryWorker.ts',
    chosen.map((key) => ({ key })),
    processes,
    (answers) => {
      if (write) writeTheory(new Map([...table, ...answers].filter(([key]) => keys.includes(key))));
    },
  );
  const gone = [...table.keys()].filter((key) => has(key) && !keys.includes(key));
  const lines = [
    ...chosen.flatMap((key) =>
      theoryDifferences(table.get(key), found.get(key)).map((line) => `${key}: ${line}`),
    ),
    ...gone.map((key) => `${key}: is no case any more`),
  ];
  for (const line of lines.slice(0, most)) console.log(line);
  if (lines.length > most) console.log(`and ${lines.length - most} more (--all)`);
  console.log(`${chosen.length} cases, ${lines.length} differences`);
  return lines.length === 0;
}
