/** `run.predicted` of `fedsa theory --json` has an element for each algorithm under every policy. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../builtProgram.ts';
import { writeTwoAgents } from '../twoAgents.ts';

const folder = emptyFolder();
beforeAll(() => {
  writeTwoAgents(folder);
});

interface Curve {
  readonly algorithm: string;
  readonly kind: string;
  readonly meanSquare: readonly number[];
  readonly biasSquare: readonly number[];
  readonly reason: string | null;
}

/** The curves of runs of four rounds or server steps. */
async function curves(...words: readonly string[]) {
  const common = '--step-size 0.1 --local-steps 2 --rounds 4 --sampling iid --json'.split(' ');
  const { stdout } = await fedsa(folder, 'theory', 'problem.json', ...words, ...common);
  const { run } = JSON.parse(stdout) as {
    run: { rounds: readonly number[]; predicted: readonly Curve[]; exact: readonly { result: Curve }[] };
  };
  return run;
}

const IN_TURN = ['--compute', '1', '--uplink-latency', '0.5'];

test('over schedules', async () => {
  const { rounds, predicted } = await curves(
    '--algorithm',
    'local-sa,minibatch-sgd',
    '--policy',
    'sampled:1',
    '--server-step-size',
    '0.1',
  );
  expect(predicted.map(({ algorithm, kind }) => [algorithm, kind])).toEqual([
    ['local-sa', 'exact'],
    ['minibatch-sgd', 'exact'],
  ]);
  for (const { meanSquare, biasSquare } of predicted) {
    expect([meanSquare, biasSquare].map(({ length }) => length)).toEqual([rounds.length, rounds.length]);
    // Both start at the same θ̄, which is not random.
    expect(meanSquare[0]).toBeCloseTo(biasSquare[0]!, 12);
    expect(meanSquare.at(-1)).toBeGreaterThan(biasSquare.at(-1)!);
  }
});

test('given the event times, where the order of answers has no law', async () => {
  const { rounds, predicted, exact } = await curves(
    '--algorithm',
    'local-sa',
    '--policy',
    'asynchronous:0.5',
    ...IN_TURN,
  );
  expect(predicted).toMatchObject([{ algorithm: 'local-sa', kind: 'exact', reason: null }]);
  expect(predicted[0]!.meanSquare).toHaveLength(rounds.length);
  expect(predicted[0]!.meanSquare).toEqual(exact[0]!.result.meanSquare);
});
