/** The same configuration and seed give the same bytes, wherever the agents live. */
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from './builtProgram.ts';
import { writeAgents, writeTwoAgents } from './twoAgents.ts';

/** Joint chains of 2³ states: the exact curves, which are computed beside a run, cost nothing. */
const AGENTS = 3;
const folder = emptyFolder();
let runs = 0;

beforeAll(() => {
  writeAgents(folder, AGENTS);
  writeTwoAgents(folder, 'two.json');
});

/** rounds.csv and iterates.csv of a run with a few more options. */
async function files(
  problem: string,
  common: readonly string[],
  ...more: readonly string[]
): Promise<readonly string[]> {
  const out = `out-${runs++}`;
  const ended = await fedsa(
    folder,
    ...['run', problem, '--step-size', '0.1', '--no-report', '--out', out],
    ...common,
    ...more,
  );
  expect(ended).toMatchObject({ status: 0 });
  return [text(folder, out, 'rounds.csv'), text(folder, out, 'iterates.csv')];
}

const H4 = ['--local-steps', '4', '--steps', '403'];
const COINS = ['--communication-probability', '0.2', '--steps', '300', '--sampling', 'iid'];

// Every event is compared, for every placement, in test/actors/experiment/placements.test.ts; here it is files.
describe.each([
  {
    name: 'every fourth local step',
    problem: 'problem.json',
    trigger: H4,
    places: [
      { place: 'inline without kernels', options: ['--placement', 'inline', '--kernels', 'reference'] },
      { place: 'packed on 2 threads', options: ['--placement', 'packed', '--threads', '2', '--json'] },
      { place: 'in threads of their own', options: ['--placement', 'own-thread', '--quiet'] },
      { place: 'where they live by default', options: [] },
    ],
  },
  {
    name: 'coins of probability 0.2',
    // gaps that are random make the exact curves of three agents take seconds
    problem: 'two.json',
    trigger: COINS,
    places: [
      { place: 'inline once more', options: ['--placement', 'inline'] },
      {
        place: 'packed on 2 threads without kernels',
        options: ['--placement', 'packed', '--threads', '2', '--kernels', 'reference'],
      },
      { place: 'side by side', options: ['--threads', '1'] },
    ],
  },
])('with $name', ({ problem, trigger, places }) => {
  const few = [...trigger, '--seeds', '2'];
  let inline: readonly string[];
  beforeAll(async () => {
    inline = await files(problem, few, '--placement', 'inline', '--quiet');
    // three algorithms, two seeds, header, and more than 50 rounds each
    expect(inline[0]!.split('\n').length).toBeGreaterThan(300);
  });

  test.each(places)('agents $place give the same bytes as inline', async ({ options }) => {
    expect(await files(problem, few, ...options)).toEqual(inline);
  });
});

test('a seed and an algorithm give the same rows whatever is run beside them', async () => {
  const common = ['--rounds', '20', '--quiet', '--placement', 'inline'];
  const [all] = await files('problem.json', common, '--seeds', '1..3');
  const [single] = await files('problem.json', common, '--seeds', '2,7', '--algorithm', 'scafflsa');
  const compute = (rows: string): string[] => rows.split('\n').filter((row) => row.startsWith('scafflsa,2,'));
  expect(compute(single!)).toHaveLength(21);
  expect(compute(single!)).toEqual(compute(all!));
});
