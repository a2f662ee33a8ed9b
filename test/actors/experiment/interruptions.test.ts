/** An abort signal ends a run at once, wherever its agents are and whatever they are doing. */
import { lastValueFrom, take, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Vector } from '../../../src/maths/vector.ts';
import type { ModuleSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { Inspection } from '../../../src/events/inspection.ts';
import { configurationOf, FEDHSA, LOCAL_SA, replicationsIn, told } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const SPECIFICATION = specificationOf(randomProblem(4, 2, 9));
/** The start of threads on a busy machine included; an uninterrupted run would take hours. */
const PROMPT = 15_000;

const INLINE = { title: 'inline', changes: { placement: 'inline' } } as const;
const OWN = { title: 'in own threads', changes: { placement: 'own-thread' } } as const;
const PACKED = { title: 'packed on 2 threads', changes: { placement: 'packed', threads: 2 } } as const;
const REPLICATIONS = {
  title: 'whole replications on 1 thread',
  changes: { placement: 'auto', threads: 1, seeds: [1, 2, 3, 4] },
} as const;

/** More than 2³⁰ rounds, or local steps a round, last for hours. */
const ENDLESS = 2 ** 30;

/** Aborts a run so many milliseconds after the first event of a kind: a busy machine starts threads late. */
function aborted(changes: Partial<RunConfiguration>, after: number, state: (event: Inspection) => boolean) {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onEvent = (event: Inspection): void => {
    if (!state(event)) return;
    timer ??= setTimeout(() => {
      stop.abort();
    }, after);
  };
  const configuration = configurationOf({ recording: { every: 1000 }, ...changes });
  return told(SPECIFICATION, configuration, { signal: stop.signal, onEvent }).finally(() => {
    clearTimeout(timer);
  });
}

const isUnderWay = (event: Inspection): boolean => event.kind === 'progressed' && event.rounds >= 1000;
const isStarted = ({ kind }: Inspection): boolean => kind === 'roundRecorded';
const isPlaced = ({ kind }: Inspection): boolean => kind === 'placed';

describe('an abort between the rounds of a long run', () => {
  test.each([INLINE, OWN, PACKED, REPLICATIONS])(
    'gives the outcome interrupted with whole rows, $title',
    async ({ changes }) => {
      const budget = { kind: 'rounds', rounds: ENDLESS } as const;
      const { events, error, milliseconds } = await aborted({ ...changes, budget }, 0, isUnderWay);
      expect(error).toBeUndefined();
      expect(milliseconds).toBeLessThan(PROMPT);
      const [run, ...others] = replicationsIn(events);
      expect(others).toEqual([]);
      const outcome = run!.outcome!;
      expect(outcome.kind).toBe('interrupted');
      const done = outcome.kind === 'interrupted' ? outcome : { rounds: NaN, steps: NaN };
      expect(done.steps).toBe(3 * done.rounds);
      // every 1000th round up to the last one done
      const rows = Array.from({ length: Math.floor(done.rounds / 1000) + 1 }, (_, k) => 1000 * k);
      expect(run!.records.map(({ round }) => round)).toEqual(rows);
    },
  );

  test('lets a FedHSA round stop between its two exchanges, having done whole rounds only', async () => {
    const budget = { kind: 'rounds', rounds: ENDLESS } as const;
    const { events } = await aborted({ ...PACKED.changes, algorithms: [FEDHSA(0.1)], budget }, 0, isUnderWay);
    const outcome = replicationsIn(events)[0]!.outcome!;
    expect(outcome.kind).toBe('interrupted');
    for (const record of replicationsIn(events)[0]!.records)
      expect(record.uplinkVectors).toBe(8 * record.round);
  });
});

describe('an abort while the agents are in a local round that would last for hours', () => {
  const long: Partial<RunConfiguration> = {
    trigger: { kind: 'deterministic', localSteps: ENDLESS },
    algorithms: [LOCAL_SA(1e-9)],
  };

  test.each([OWN, PACKED])('ends it as interrupted after 0 rounds, $title', async ({ changes }) => {
    const { events, error, milliseconds } = await aborted({ ...long, ...changes }, 200, isStarted);
    expect(error).toBeUndefined();
    expect(milliseconds).toBeLessThan(PROMPT);
    const [run] = replicationsIn(events);
    expect(run!.outcome).toEqual({ kind: 'interrupted', rounds: 0, steps: 0 });
    expect(run!.records.map(({ round }) => round)).toEqual([0]);
  });

  test(
    'completes the stream, whole replications on 1 thread',
    async () => {
      const { error, milliseconds } = await aborted({ ...long, ...REPLICATIONS.changes }, 600, isPlaced);
      expect(error).toBeUndefined();
      expect(milliseconds).toBeLessThan(PROMPT);
    },
    PROMPT,
  );
});

test.each([INLINE, OWN, PACKED, REPLICATIONS])(
  'a signal aborted beforehand stops before round 1, $title',
  async ({ changes }) => {
    const { events, error } = await told(SPECIFICATION, configurationOf(changes), {
      signal: AbortSignal.abort(),
    });
    expect(error).toBeUndefined();
    for (const { outcome, records } of replicationsIn(events)) {
      expect(outcome).toEqual({ kind: 'interrupted', rounds: 0, steps: 0 });
      expect(records.map(({ round }) => round)).toEqual([0]);
    }
    expect(replicationsIn(events).length).toBeLessThanOrEqual(1);
  },
);

test('an abort in the second replication leaves the first completed and starts no third', async () => {
  const stop = new AbortController();
  const configuration = configurationOf({ seeds: [1, 2, 3], budget: { kind: 'rounds', rounds: 50 } });
  const { events } = await told(SPECIFICATION, configuration, {
    signal: stop.signal,
    onEvent: (event) => {
      if (event.kind === 'roundRecorded' && event.replication.seed === 2 && event.record.round === 20)
        stop.abort();
    },
  });
  expect(replicationsIn(events).map(({ seed, outcome }) => ({ seed, outcome }))).toEqual([
    { seed: 1, outcome: { kind: 'completed', rounds: 50, steps: 150 } },
    { seed: 2, outcome: { kind: 'interrupted', rounds: 20, steps: 60 } },
  ]);
});

test('unsubscribing after 20 events ends the run: agents take no more local steps', async () => {
  let steps = 0;
  const specification: ModuleSpecification = {
    kind: 'module',
    module: 'file:///inline',
    export: 'agent',
    agents: 2,
    dimension: 1,
  };
  const problem = buildProblem(specification, () => ({
    stream: { transition: [[1]] },
    operator: (theta: Vector, _state: number, out: Float64Array): void => {
      steps++;
      out[0] = 1 - theta[0]!;
    },
  }));
  const configuration = configurationOf({
    initial: [0],
    budget: { kind: 'rounds', rounds: ENDLESS },
    recording: 'all',
  });
  const answer = { root: undefined, mean: undefined };
  const events = await lastValueFrom(
    runExperiment({ specification, problem, answer, configuration }).pipe(take(20), toArray()),
  );
  expect(events).toHaveLength(20);
  const afterwards = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return steps;
  };
  // one turn of the program, 20 ms, may go by before the run looks up
  expect(await afterwards()).toBe(await afterwards());
});
