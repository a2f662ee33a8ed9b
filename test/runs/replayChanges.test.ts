/** What a replay with another value refuses, and why. */
import { expect, test } from 'vitest';
import { compressedLsa } from '../../src/algorithms/compressedLsa.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import { withChanges } from '../../src/runs/replayChanges.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { lazySa } from '../../scenarios/algorithms/lazySa.ts';

const compressed = configured(compressedLsa, { stepSize: 0.1, compressor: 'range:4,1' });
const lazy = configured(lazySa, { stepSize: 0.1, threshold: 1 });
const changed = (algorithm: typeof lazy, timing: TimingModel, name: string, text: string): RunConfiguration =>
  withChanges(
    { algorithms: [algorithm], timing, initial: [0, 0] } as unknown as RunConfiguration,
    [{ name, text }],
    { agents: 2, monotonicity: () => undefined },
  );

test.each<[string, TimingModel]>([
  ['the links', { uplinkBandwidth: 100 }],
  ['one agent’s link', { agents: [{ agents: [1, 1], downlinkBandwidth: 100 }] }],
  ['the server’s link', { serverUplinkBandwidth: 100 }],
  ['measured devices', { devices: { list: [[1, 1]], batch: 1 } }],
])('a compressor with messages of another size, where %s takes time for bytes', (_, timing) => {
  expect(() => changed(compressed, timing, 'compressor', 'none')).toThrow('of another size');
  for (const [name, text] of [
    ['compressor', 'range:4,2'],
    ['step-size', '0.2'],
  ] as const)
    expect(() => changed(compressed, timing, name, text)).not.toThrow();
});

test('without a bandwidth no size matters', () => {
  const { algorithms } = changed(compressed, { uplinkLatency: 1 }, 'compressor', 'none');
  expect(algorithms[0]).toMatchObject({ compressor: 'none' });
});

test('any number, where agents that are silent take no time', () => {
  for (const name of ['step-size', 'threshold', 'initial', 'policy.mixing'])
    expect(() => changed(lazy, { uplinkLatency: 1 }, name, '0.2')).toThrow('may be silent in other rounds');
});

test('what is refused says why in one sentence, and names settings that the run’s own policy has', () => {
  const buffered = {
    ...{ algorithms: [configured(localSa, { stepSize: 0.1 })], initial: [0, 0] },
    policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' }, serverStepSize: 1, momentum: 0 },
  } as unknown as RunConfiguration;
  const withChange = (name: string, text: string): RunConfiguration =>
    withChanges(buffered, [{ name, text }], { agents: 2, monotonicity: () => undefined });
  expect(withChange('fedlsa.step-size', '0.2').algorithms).toMatchObject([{ stepSize: 0.2 }]);
  expect(() => withChange('stride', '2')).toThrow(
    /one of these: step-size, initial, policy.weight, policy.server-step-size, policy.momentum$/,
  );
  expect(() => withChange('set', 'local-sa.step-size=1')).toThrow(
    /^`changes` set: name the parameter itself, as in `changes` scaffold.server-step-size=0.5$/,
  );
  const twice = ['step-size', 'stepSize'].map((name, k) => ({ name, text: `0.${k + 1}` }));
  expect(() => withChanges(buffered, twice, { agents: 2, monotonicity: () => undefined })).toThrow(
    /^`changes` step-size: is given twice; name it once$/,
  );
  expect(() => withChange('seeds', '7')).toThrow(/algorithms; fedsa run DIR --seeds runs anew$/);
});
