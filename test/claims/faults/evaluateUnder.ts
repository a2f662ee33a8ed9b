/**
 * A process with one fault planted: evaluates claims at their quick size, and prints a line of JSON for each, with its verdict and what
 * became of each of its numbers. The verdict is `failed` if a run failed, and `refused` if theory or the claim cannot be
 * computed from what there is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALGORITHMS } from '../../../src/algorithms/catalogue.ts';
import type { Algorithm } from '../../../src/algorithms/algorithm.ts';
import type { ClaimResult } from '../../../src/claims/claim.ts';
import { plant } from './faults.ts';
import type { Line } from './matrix.ts';

const [fault, wanted, data] = process.argv.slice(2);
plant(fault!);

const { chooseClaims } = await import('../../../src/claims/claimList.ts');
const { evaluate } = await import('../../../src/claims/evaluate.ts');
const { Decisions } = await import('../../../src/runs/reproduce/decisions.ts');
const { Turns } = await import('../../../src/runs/sideBySide.ts');
const { makeRuns, planRuns } = await import('../../../src/runs/reproduce/reproduceRuns.ts');

const print = (name: string, line: Omit<Line, 'name'>): void => {
  process.stdout.write(`${JSON.stringify({ name, ...line })}\n`);
};
const decided = ({ verdict, parts }: ClaimResult) => ({
  verdict,
  numbers: parts.map(({ verdict: decision }) => decision),
});

const list = ALGORITHMS as Algorithm[];
const PLANTED = [...list];

/** The algorithms whose parts a computation asks for. New values in the list, so that theory reads all parts anew. */
function noting(): ReadonlySet<string> {
  const asked = new Set<string>();
  PLANTED.forEach((algorithm, at) => {
    list[at] = {
      ...algorithm,
      agent: (...given) => {
        asked.add(algorithm.name);
        return algorithm.agent(...given);
      },
      server: (...given) => algorithm.server(...given),
    };
  });
  return asked;
}

const claims = chooseClaims(wanted!.split(','));
const [computed, simulated] = [true, false].map((isComputed) =>
  claims.filter(({ needs }) => (needs.length === 0) === isComputed),
);
for (const claim of computed!) {
  const asked = noting();
  let line: Omit<Line, 'name'> = { verdict: 'refused' };
  try {
    line = decided(evaluate(claim, []));
  } catch {
    // Theory refuses the faulty parts.
  }
  print(claim.name, { ...line, algorithms: [...asked] });
}

list.splice(0, list.length, ...PLANTED);
const directory = mkdtempSync(join(tmpdir(), 'fedsa-faults-'));
try {
  const planned = await planRuns(simulated!, {
    quick: true,
    directory,
    data: data === '' ? undefined : data,
  });
  // in this thread, where the fault is
  const scenarios = planned.map((scenario) => ({
    ...scenario,
    panelsFile: undefined,
    runs: scenario.runs.map((run) => ({
      ...run,
      report: false,
      theory: run.readsPredictions,
      target: { ...run.target, definition: { ...run.target.definition, placement: 'inline' as const } },
    })),
  }));
  const decisions = new Decisions(
    simulated!,
    scenarios,
    (result) => {
      const { claim, hasFailed } = result;
      const hasRuns = claim.needs.every(({ scenario }) => !decisions.lacks(scenario));
      print(claim.name, hasFailed ? { verdict: hasRuns ? 'refused' : 'failed' } : decided(result));
    },
    true,
  );
  for (const scenario of scenarios) {
    const { missing } = scenario.missing
      ? scenario
      : await makeRuns(scenario, new Turns(), {
          signal: new AbortController().signal,
          observe: () => undefined,
          ended: () => undefined,
        });
    decisions.ended(scenario, missing);
    await decisions.decideReady();
  }
} finally {
  rmSync(directory, { recursive: true });
}
const { user, system } = process.cpuUsage();
print('processor seconds', { verdict: String(Math.round((user + system) / 1e6)) });
