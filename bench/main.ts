/**
 * The benches: `npm run bench [-- [--quick] [--report [FILE]] [name …]]`, one after another. A name is
 * that of a bench or of a group: `frequent` (what happens at every local step), `targeted` (one
 * mechanism), `simulation` (whole runs). With `--report` there is a page of the results, too.
 *
 * Every bench asserts first that its contenders do the same work, and then times them in turns;
 * printed are the median and the quartiles of the repetitions, and the ratio to the first row; at the
 * end, what the project set out to reach and whether it did.
 */
import { writeFileSync } from 'node:fs';
import { InputError } from '../src/values/failure.ts';
import { allBenches } from './benches.ts';
import { type Asked, parseArguments } from './harness/arguments.ts';
import { type CoreTimes, FULL, type Outcome, QUICK } from './harness/benchmark.ts';
import { aroundBench, machine, printed, printedVerdicts, quietness } from './harness/printing.ts';
import { coreTimes } from './harness/quietness.ts';
import { judge } from './harness/targets.ts';
import { benchPage } from './report/page.ts';

async function run({ quick, report, benches }: Asked): Promise<void> {
  const effort = quick ? QUICK : FULL;
  const facts = [
    ...machine(),
    `${effort.repetitions} repetitions in turns, fewer of what takes long; median, quartiles, ratio to the first row`,
  ];
  console.log(facts.join('\n'));
  const outcomes: Outcome[] = [];
  for (const bench of benches) {
    console.log(`\n${bench.name}: ${bench.question}`);
    const before = outcomes.at(-1)?.core[1] ?? coreTimes();
    const around = (): readonly CoreTimes[] => [before, coreTimes()];
    const start = performance.now();
    try {
      const tables = await bench.run(effort);
      for (const table of tables) console.log(`\n${printed(table)}`);
      const seconds = (performance.now() - start) / 1000;
      const core = around();
      console.log(`\n  in ${seconds.toFixed(1)} s; ${aroundBench(core)}`);
      outcomes.push({ bench, tables, verdicts: judge(bench, tables), core, failure: undefined });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      console.error(`\n${bench.name} failed: ${failure}`);
      outcomes.push({ bench, tables: [], verdicts: judge(bench, []), core: around(), failure });
      process.exitCode = 1;
    }
  }
  const verdicts = outcomes.flatMap((outcome) => outcome.verdicts);
  if (verdicts.length > 0) console.log(`\n${printedVerdicts(verdicts)}`);
  const meanwhile = quietness(outcomes.flatMap(({ core }) => core));
  console.log(`\n${meanwhile.join('\n')}`);
  if (report !== undefined) {
    writeFileSync(report, benchPage({ facts: [...facts, ...meanwhile], quick, outcomes }));
    console.log(`\nreport: ${report}`);
  }
}

let asked: Asked | undefined;
try {
  asked = parseArguments(process.argv.slice(2), await allBenches());
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
if (asked !== undefined) await run(asked);
