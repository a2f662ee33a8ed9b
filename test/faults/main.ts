/**
 * `npm run faults [-- --list] [--near] [--copies N] [--workers N] [<fault>…]`: plants each fault of the table, or those named, in
 * a copy of the project, and prints which test of the suite notices it. `--near` tries the nearest tests only; copies
 * work side by side, by default one a core with one process of the suite each.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { whyNotPlantable } from './fault.ts';
import { FAULTS } from './faults.ts';
import { ROOT } from './projectCopy.ts';
import { outcomeText, runTrials } from './trials.ts';

const { values, positionals: named } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
    copies: { type: 'string', default: String(availableParallelism()) },
    workers: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const names = FAULTS.map(({ name }) => name);
const [copies, workers] = [Number(values.copies), Number(values.workers)];
const wrong = [
  ...([copies, workers].every((count) => Number.isInteger(count) && count > 0)
    ? []
    : ['--copies and --workers: whole numbers from 1 are expected']),
  ...named.filter((name) => !names.includes(name)).map((name) => `${name}: no such fault`),
  ...FAULTS.flatMap((fault) => whyNotPlantable(fault, ROOT) ?? []),
];
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(2);
}
const faults = FAULTS.filter(({ name }) => named.length === 0 || named.includes(name));
if (values.list) {
  for (const { name, file, harm } of faults) console.log(`${name} (${file}): ${harm}`);
} else {
  const outcomes = await runTrials({
    faults,
    copies: Math.min(copies, faults.length),
    workers,
    nearOnly: values.near,
    checkTypes: named.length === 0,
    observe: (outcome) => {
      console.log(outcomeText(outcome));
    },
  });
  const survivors = outcomes.filter(({ killer }) => killer === undefined);
  console.log(`${outcomes.length - survivors.length} of ${outcomes.length} noticed`);
  for (const { fault } of survivors) console.log(`survived: ${fault.name}: ${fault.harm}`);
}
