/** No run is written that the program refuses to read, at whatever ends of its settings' ranges. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder } from './builtProgram.ts';
import { ALGORITHMS, refusedOf } from './extremes.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
beforeAll(() => {
  writeTwoAgents(folder);
});

/** A gap, and a length that a run of it can have. */
const length = fc.oneof(
  fc
    .constantFrom(
      '--local-steps=2147483647',
      '--communication-probability=1e-300',
      '--communication-probability=5e-324',
      '--local-steps=7,--stride=2147483647',
    )
    .map((gap) => [...gap.split(','), '--rounds=0']),
  fc
    .record({
      gap: fc.constantFrom(
        '--local-steps=1',
        '--local-steps=7',
        '--communication-probability=1',
        '--communication-probability=0.5',
      ),
      end: fc.constantFrom(
        '--rounds=0',
        '--rounds=1',
        '--rounds=3',
        '--steps=0',
        '--steps=5',
        '--rounds=2,--seconds=1e-300',
        '--rounds=2,--bytes=0',
      ),
    })
    .map(({ gap, end }) => [gap, ...end.split(',')]),
);

/** An option at the ends of what it accepts. */
const option = (name: string, ...values: readonly string[]): readonly string[] =>
  values.map((value) => `--${name}=${value}`);

/** What does not depend on the algorithm; a few of them at a time, since many exclude one another. */
const EXTRAS = [
  option('sampling', 'markov', 'iid', 'exact'),
  option('stride', '1', '65536'),
  option('initial', '0,0', '1e150,-1e150', '5e-324,-0'),
  option('average', '0', '0.9999999999999999'),
  option('seeds', '0..1', '4294967295..4294967296', '9007199254740991..9007199254740991'),
  option('placement', 'inline', 'own-thread', 'packed'),
  option('kernels', 'auto', 'reference'),
  option('tie-seed', '0', '4294967295'),
  option('policy', 'buffered:1', 'asynchronous:1e-300', 'first:1', 'sampled:1', 'tiers:1'),
  option(
    'policy',
    'deadline:1e-300',
    'deadline:1e9',
    'bounded-staleness:0,1',
    'bounded-staleness:2147483647,1e-300',
  ),
  option('reach', '5e-324', '1e300', '1e-300,1,1e300'),
  option('record', 'every=2147483647', 'seconds=1e9', 'seconds=1e-300', 'all'),
  option('compute', '5e-324', '1e300', 'exponential:1e-300', 'pareto:1e-300,1e-3', 'uniform:0,1e300'),
  option('compute', 'gamma:1e-300,1e300', 'log-normal:1,100', 'weibull:1,1e-2', 'half-normal:1e-300'),
  option('compute-draw', 'step', 'dispatch'),
  option('slowness', '1e-300', '1e300', 'pareto:1,0.1'),
  option('speed', 'two-state:1e300,1e-300,1e300', 'two-state:2,1,1'),
  option('uplink-latency', '0', '1e300', 'exponential:1e300'),
  option('downlink-latency', '5e-324', 'shifted-exponential:0,1e-300'),
  option('bandwidth', '5e-324', '1e300'),
  option('server-bandwidth', '1e-300', '1e300'),
  option('server-compute', '5e-324', '1e300'),
  option('availability', 'markov:1e300,1e-300', 'markov:1,1e300,start=stationary', 'markov:1e9,1e-9'),
  option('dropout', '5e-324', '0.5'),
  option('loss', '5e-324', '0.5'),
  option('duplication', '5e-324', '0.9999999999999999'),
  ['--updates', '--trace', '--verify', '--drawn'],
].flat();

/** Parameters of the algorithm that it is run with, by itself. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'local-sa': ['--set=local-sa.step-size=1e-300'],
  scafflsa: ['--set=scafflsa.step-size=1e150'],
  fedhsa: ['--set=fedhsa.server-step-size=5e-324', '--set=fedhsa.server-step-size=1e300'],
  scaffold: ['--set=scaffold.server-step-size=1e-300', '--set=scaffold.server-step-size=1e150'],
  'richardson-romberg': ['--extrapolation=step-size', '--extrapolation=local-steps'],
  'minibatch-sgd': ['--set=minibatch-sgd.server-step-size=1e300'],
  'local-sgd-m': ['--set=local-sgd-m.momentum=1', '--set=local-sgd-m.momentum=5e-324'],
};

const options = fc
  .constantFrom(...ALGORITHMS)
  .chain((algorithm) =>
    fc.tuple(
      fc.constant(algorithm),
      length,
      fc
        .constantFrom('2.2250738585072014e-308', '1e-300', '1e-9', '0.1', '2', '40', '1e150', '1.7e308')
        // Minibatch SGD takes no local steps of its own.
        .map((step) => (algorithm.includes('minibatch-sgd') ? [] : [`--step-size=${step}`])),
      fc.oneof(
        { arbitrary: fc.constant([]), weight: 3 },
        fc.constantFrom(...PARAMETERS[algorithm[1]!]!).map((parameter) => [parameter]),
      ),
      fc.uniqueArray(fc.constantFrom(...EXTRAS), {
        maxLength: 3,
        selector: (extra) => extra.split('=')[0],
      }),
    ),
  )
  .map((parts) => parts.flat());

test('what a run writes is read by replay, report and export, at whatever ends of the settings', async () => {
  await fc.assert(
    fc.asyncProperty(options, async (given) => {
      expect(await refusedOf(folder, given)).toBeUndefined();
    }),
    { seed: 20261124, numRuns: 200, endOnFailure: true },
  );
});
