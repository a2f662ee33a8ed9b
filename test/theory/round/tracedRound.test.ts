/** The round that theory reads off an algorithm's parts, held against the one that its paper's recursion is. */
import { describe, expect, test } from 'vitest';
import { ALGORITHMS } from '../../../src/algorithms/catalogue.ts';
import type { Mix, WeightedRun } from '../../../src/algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import { add, block, column, matrix, scale } from '../../../src/maths/matrix.ts';
import { applyMix, loaded, placesOf, stored } from '../../../src/theory/round/registers.ts';
import { agrees } from '../../../src/theory/round/agreement.ts';
import { readOffParts } from '../../../src/theory/round/runsOf.ts';
import { paperRuns } from '../../oracles/paperRounds.ts';

const AGENTS = 4;
const SIZE = 2;
const GIVEN = { stepSize: 0.05, serverStepSize: 0.4, momentum: 0.3 };
const TRIGGERS = [
  ...[1, 2, 7].map((localSteps) => ({ kind: 'deterministic', localSteps }) as const),
  ...[0.2, 1].map((probability) => ({ kind: 'bernoulli', probability }) as const),
];

/** Any numbers, the same for the same places. */
const numbers = (length: number, place: number): Float64Array =>
  Float64Array.from({ length }, (_, k) => 2 * (((k + 1) * 0.7548776662 + place * 0.5698402909) % 1) - 1);

/** θ̄ after some rounds with results that are made up. */
function modelAfter({ program, weight }: WeightedRun, gaps: readonly number[]): Float64Array {
  const places = placesOf(program, SIZE, AGENTS);
  let X = matrix(places.keptSize, 1);
  X.values.set(numbers(SIZE, 1), 1);
  gaps.forEach((gap, round) => {
    const Z = loaded(X, places);
    /** block ← 0.9 block + what is made up, of all agents */
    const disturb = (register: 'model' | 'correction', place: number): void => {
      const drawn = numbers(AGENTS * SIZE, 10 * round + place);
      places.agents.forEach((agent, k) => {
        const rows = block(Z, agent[register]!);
        add(scale(rows, 0.9), column(drawn.slice(k * SIZE, (k + 1) * SIZE)));
      });
    };
    applyMix(Z, program.opening, places);
    if (program.evaluation) {
      disturb('correction', 2);
      applyMix(Z, program.evaluation, places);
    }
    const { act } = program;
    if (act.kind === 'gather') disturb('correction', 3);
    else {
      // by another factor of each agent: corrections may sum to 0
      places.agents.forEach(({ model, correction }, k) => {
        if (correction) add(block(Z, model), block(Z, correction), (0.3 + 0.1 * k) * act.stepSize * gap);
      });
      disturb('model', 3);
    }
    applyMix(Z, program.closing(gap), places);
    X = stored(Z, places);
  });
  return X.values.slice(1, 1 + SIZE).map((x) => weight * x);
}

const sum = (vectors: readonly Float64Array[]): number[] =>
  Array.from(vectors[0]!, (_, j) => vectors.reduce((all, vector) => all + vector[j]!, 0));

const linear = ALGORITHMS.filter(({ nonlinear, coins }) => nonlinear === undefined && coins.length === 0);

describe.each(linear.map((algorithm) => [algorithm.name, algorithm] as const))(
  '%s',
  (_, { name, parameters }) => {
    const given = Object.fromEntries(Object.entries(GIVEN).filter(([parameter]) => parameter in parameters));
    test.each(TRIGGERS)('its traced round is the one of its paper: %o', (trigger) => {
      agree(name, given, trigger);
    });
  },
);

test.each(TRIGGERS.slice(0, 3))('Richardson–Romberg with twice the local steps: %o', (trigger) => {
  agree('richardson-romberg', { stepSize: 0.05, extrapolation: 'local-steps' }, trigger);
});

function agree(name: string, given: object, trigger: TriggerConfiguration): void {
  const traced = readOffParts({ algorithm: { name, ...given }, trigger, agents: AGENTS }, true);
  if ('reason' in traced) throw new Error(traced.reason);
  const written = paperRuns(name, { ...GIVEN, ...given }, trigger);
  expect(traced.map(({ trigger }) => trigger)).toEqual(written.map(({ trigger }) => trigger));
  const [found, wanted] = [traced, written].map((runs) =>
    sum(runs.map((run) => modelAfter(run, gapsOf(run)))),
  );
  const size = Math.max(...wanted!.map(Math.abs));
  found!.forEach((x, j) => expect(Math.abs(x - wanted![j]!)).toBeLessThanOrEqual(1e-12 * size));
}

/** Local steps of four rounds, of a run that may take more of them. */
const gapsOf = ({ trigger }: WeightedRun): number[] =>
  trigger.kind === 'deterministic' ? [1, 1, 1, 1].map(() => trigger.localSteps) : [3, 1, 2, 6];

test('corrections that move by 1e-4 more than those of the parts are not theirs', () => {
  const [trigger] = TRIGGERS;
  const asked = { algorithm: { name: 'scafflsa', stepSize: 0.05 }, trigger: trigger!, agents: AGENTS };
  const runs = paperRuns(asked.algorithm.name, GIVEN, asked.trigger);
  const wrong = runs.map((run) => ({
    ...run,
    program: {
      ...run.program,
      closing: (gap: number): Mix => {
        const { correction, ...rest } = run.program.closing(gap);
        const moved = Object.entries(correction!).map(([source, x]) => [
          source,
          source === 'correction' ? x : 1.0001 * x,
        ]);
        return { ...rest, correction: Object.fromEntries(moved) as Mix['correction'] & object };
      },
    },
  }));
  expect(agrees(asked, runs)).toBe(true);
  expect(agrees(asked, wrong)).toBe(false);
});
