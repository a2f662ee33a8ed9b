/** `--agent-errors`: each agent's error in each recorded round, and agents that let a run diverge. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';

const folder = emptyFolder();
const M = 4;
const TRANSITION = [
  [0.5, 0.5],
  [0.5, 0.5],
];
/** Of agent i the mean matrix is its slope times the identity. */
const SLOPES = [1, 1.2, 5, 0.8];

beforeAll(() => {
  const identity = (x: number): number[][] => [
    [x, 0],
    [0, x],
  ];
  const agents = SLOPES.map((slope, i) => ({
    transition: TRANSITION,
    A: [identity(0.9 * slope), identity(1.1 * slope)],
    b: [
      [i, 1],
      [1, -i],
    ],
    initial: 'stationary',
  }));
  const problem = { format: 'fedsa-problem/1', kind: 'linear', dimension: 2, agents };
  writeFileSync(join(folder, 'problem.json'), JSON.stringify(problem));
});

const run = async (out: string, ...words: string[]): Promise<void> => {
  const fixed = [
    '--algorithm',
    'local-sa',
    '--sampling',
    'iid',
    '--local-steps',
    '2',
    '--step-size',
    '0.1',
    '--agent-errors',
  ];
  const ended = await fedsa(
    folder,
    'run',
    'problem.json',
    ...fixed,
    ...words,
    '--out',
    out,
    '--quiet',
    '--no-report',
  );
  expect(ended).toMatchObject({ status: 0, stderr: '' });
};

const byRound = (out: string): Map<string, Record<string, string>[]> => {
  const found = new Map<string, Record<string, string>[]>();
  for (const row of rows(folder, out, 'agentErrors.csv')) {
    const key = `${row.seed} ${row.round}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
};

test('every agent has a row in each round, whose means are those of rounds.csv; threads change no byte', async () => {
  await run('all', '--rounds', '20', '--seeds', '3');
  const found = byRound('all');
  const recorded = rows(folder, 'all', 'rounds.csv');
  expect(found.size).toBe(recorded.length);
  for (const { seed, round, agentError, drift } of recorded) {
    const agents = found.get(`${seed} ${round}`)!;
    expect(agents.map(({ agent }) => agent)).toEqual(['0', '1', '2', '3']);
    const meanOf = (column: string): number => agents.reduce((sum, row) => sum + Number(row[column]), 0) / M;
    expect(meanOf('error')).toBeCloseTo(Number(agentError), 12);
    expect(meanOf('drift')).toBeCloseTo(Number(drift), 12);
  }
  await run('threads', '--rounds', '20', '--seeds', '3', '--placement', 'packed', '--threads', '2');
  expect(text(folder, 'threads', 'agentErrors.csv')).toBe(text(folder, 'all', 'agentErrors.csv'));
  // Without the option there is no such file, and no other file differs.
  const words = [
    '--algorithm',
    'local-sa',
    '--local-steps',
    '2',
    '--step-size',
    '0.1',
    '--rounds',
    '20',
    '--seeds',
    '3',
  ];
  await fedsa(folder, 'run', 'problem.json', ...words, '--out', 'without', '--quiet', '--no-report');
  expect(text(folder, 'without', 'rounds.csv')).toBe(text(folder, 'all', 'rounds.csv'));
  expect(() => text(folder, 'without', 'agentErrors.csv')).toThrow();
});

test('more seeds are added to a run, and it replays with its agents', async () => {
  await run('grown', '--rounds', '20', '--seeds', '2');
  await run('grown', '--rounds', '20', '--seeds', '3');
  expect(text(folder, 'grown', 'agentErrors.csv')).toBe(text(folder, 'all', 'agentErrors.csv'));
  expect((await fedsa(folder, 'replay', 'grown')).status).toBe(0);
  const path = join(folder, 'grown', 'agentErrors.csv');
  writeFileSync(path, text(folder, 'grown', 'agentErrors.csv').replace(/(\nlocal-sa,2,7,1,)\d/, '$19'));
  const { status, stderr } = await fedsa(folder, 'replay', 'grown');
  expect(status).toBe(1);
  expect(stderr).toContain('agentErrors.csv');
});

test.each(['first:2', 'buffered:2', 'asynchronous:0.5'])(
  'under %s the rows of a round are of the agents that its step took in',
  async (policy) => {
    const out = policy.replace(':', '-');
    await run(out, '--policy', policy, '--compute', 'exponential:1', '--rounds', '15', '--updates');
    const found = byRound(out);
    const taken = new Map<string, string[]>();
    for (const { seed, round, agent, weight } of rows(folder, out, 'updates.csv'))
      if (weight !== '0') taken.set(`${seed} ${round}`, [...(taken.get(`${seed} ${round}`) ?? []), agent!]);
    for (const [key, agents] of taken) {
      const sorted = [...new Set(agents)].sort();
      expect(found.get(key)?.map(({ agent }) => agent)).toEqual(sorted);
    }
    expect(taken.size).toBeGreaterThan(10);
  },
);

test('the page has a figure with the worst agents', async () => {
  await run('page', '--rounds', '20', '--seeds', '2');
  expect((await fedsa(folder, 'report', 'page')).status).toBe(0);
  const page = text(folder, 'page', 'report.html');
  expect(page).toContain('Errors of the agents under Local SA');
  const errorOf = (agent: number): number => {
    const ofSeeds = rows(folder, 'page', 'agentErrors.csv').filter(
      (row) => row.round === '20' && row.agent === String(agent),
    );
    return ofSeeds.reduce((sum, { error }) => sum + Number(error), 0) / ofSeeds.length;
  };
  // What is drawn: the last point of each curve that has an agent's name.
  const named = rows(folder, 'page', 'figures', 'agent-errors-local-sa-tidy.csv').filter(
    ({ series, x }) => series!.startsWith('agent ') && x === '20',
  );
  expect(named).toHaveLength(3);
  for (const { series, mean } of named)
    expect(Number(mean)).toBeCloseTo(errorOf(Number(series!.slice(6))), 12);
});

test('an agent whose mean lets η diverge is named: by theory and check beforehand, and after divergence', async () => {
  // |1 − 0.5 · 5| = 1.5 for agent 2 alone.
  const words = [
    'problem.json',
    '--sampling',
    'iid',
    '--algorithm',
    'local-sa',
    '--local-steps',
    '20',
    '--step-size',
    '0.5',
  ];
  const named = 'η = 0.5 lets agent 2 (by 1.50 a local step) diverge by itself';
  const theory = await fedsa(folder, 'theory', ...words, '--rounds', '40');
  expect(theory.stdout).toContain(`local-sa: ${named}`);
  const json = await fedsa(folder, 'theory', ...words, '--rounds', '40', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    divergingAgents: [
      { algorithm: 'local-sa', step: 0.5, agents: [{ agent: 2, factor: expect.closeTo(1.5, 9) as number }] },
    ],
  });
  const failed = await fedsa(
    folder,
    'run',
    ...words,
    '--rounds',
    '40',
    '--agent-errors',
    '--out',
    'far',
    '--quiet',
    '--no-report',
  );
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain(`diverged in round`);
  expect(failed.stderr.split('η = 0.5')).toHaveLength(2);
  expect(failed.stderr).toContain(named);
  expect(failed.stderr).toMatch(/; largest errors: agents 2 \(/);
  const calm = await fedsa(
    folder,
    'theory',
    'problem.json',
    '--algorithm',
    'local-sa',
    '--sampling',
    'iid',
    '--step-size',
    '0.1',
    '--rounds',
    '5',
  );
  expect(calm.stdout).not.toContain('diverge by');
  writeFileSync(
    join(folder, 'scenario.ts'),
    `import { scenario } from 'fedsa';
export default scenario({ name: 'far', title: 'Far', question: 'Q?', problem: { kind: 'problem-file', path: 'problem.json' }, algorithms: ['local-sa'], stepSize: 0.5, localSteps: 20, rounds: 10 });
`,
  );
  const check = await fedsa(folder, 'check', 'scenario.ts');
  expect(check.stdout + check.stderr).toContain(named);
});
