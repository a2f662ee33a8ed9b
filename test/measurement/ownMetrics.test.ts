/** Metrics of a run's own, and what metrics share. */
import { expect, test } from 'vitest';
import { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { MeasuredRound } from '../../src/measurement/metrics/measuredRound.ts';
import { noTraffic } from '../../src/measurement/metrics/measuredRound.ts';
import { metric, type MetricDefinition } from '../../src/measurement/metrics/metric.ts';
import { METRICS } from '../../src/measurement/metrics/metrics.ts';
import { measuredRun } from '../oracles/records.ts';

const vector = (...entries: number[]): Float64Array => Float64Array.from(entries);

const completed = (round: number, ...models: readonly Float64Array[]) => ({
  round,
  startedFrom: vector(0),
  theta: vector(round),
  localModels: () => models,
});

const meterOf = (...definitions: readonly MetricDefinition<string>[]): RoundMeter => {
  const metrics = definitions.map((metricDefinition) => ({ ...metric(metricDefinition), url: 'data:' }));
  const run = measuredRun(1, { root: vector(0), mean: undefined });
  const answer = { ...run.answer, metrics };
  return new RoundMeter({ ...run, answer }, noTraffic());
};

const custom = ({ values }: { readonly values: readonly number[] }): readonly number[] =>
  values.slice(METRICS.length);

test('own numbers come behind those of the program, in their order; none is NaN', () => {
  const meter = meterOf(
    { name: 'twice', of: ({ step }) => 2 * step },
    { name: 'none', of: () => undefined },
    { name: 'models', of: ({ models }) => models.length },
  );
  expect(custom(meter.start(vector(3)))).toEqual([0, NaN, 2]);
  expect(custom(meter.measure(completed(1, vector(1)), 5))).toEqual([10, NaN, 1]);
});

test('a meter that follows the rounds sees each of them once, before it is asked, and its time', () => {
  const seen: string[] = [];
  const tell = (title: string) => (round: MeasuredRound) => {
    seen.push(`${title} ${round.round} at ${round.time}`);
    return 0;
  };
  const meter = meterOf({ name: 'follows', begin: () => ({ each: tell('each'), of: tell('of') }) });
  meter.start(vector(0));
  meter.add(completed(1), 5, 1.5);
  meter.add(completed(2), 10, 2.5);
  meter.measure(completed(2), 10, { time: 2.5, staleness: 0, idle: 0 });
  expect(seen).toEqual(['of 0 at 0', 'each 1 at 1.5', 'each 2 at 2.5', 'of 2 at 2.5']);
});

test('work that metrics share is done once a round', () => {
  let calls = 0;
  const work = ({ round }: MeasuredRound): number => round + 10 * ++calls;
  const share = (name: string) => ({ name, of: (round: MeasuredRound) => round.once(work) });
  const meter = meterOf(share('one'), share('other'));
  expect(custom(meter.start(vector(0)))).toEqual([10, 10]);
  expect(custom(meter.measure(completed(1), 1))).toEqual([21, 21]);
});

test.each<readonly [unknown, string]>([
  [NaN, 'it gave NaN'],
  [-Infinity, 'it gave -Infinity'],
  ['7', 'it gave a value of type string'],
  [null, 'it gave a value of type object'],
])('%j is no number of a metric', (value, text) => {
  const meter = meterOf({ name: 'odd', of: ({ round }) => (round === 4 ? (value as number) : 1) });
  meter.start(vector(0));
  expect(() => meter.measure(completed(4), 1)).toThrow(
    `metric odd failed in round 4 (local-sa, seed 1): ${text}`,
  );
});

test('what a metric throws is told with its place, in all that it has', () => {
  const fail = (): never => {
    throw new Error('no such thing');
  };
  const message = (round: number) => `metric odd failed in round ${round} (local-sa, seed 1): no such thing`;
  expect(() => meterOf({ name: 'odd', begin: fail })).toThrow(message(0));
  expect(() => meterOf({ name: 'odd', of: fail }).start(vector(0))).toThrow(message(0));
  const follows = meterOf({ name: 'odd', begin: () => ({ each: fail, of: () => 1 }) });
  expect(() => follows.add(completed(3), 1)).toThrow(message(3));
});

test('a metric without a function is refused at once', () => {
  const none = { name: 'none' } as unknown as MetricDefinition<'none'>;
  expect(() => metric(none)).toThrow('metric none: needs a function, of or begin');
});
