/** `fedsa theory` and `fedsa list`: what is known without a simulation. */
import { beforeAll, expect, test } from 'vitest';
import { visibleLength } from '../../src/commandLine/textTable.ts';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const SHIPPED = ['garnet-high', 'garnet-low', 'quadratic-drift', 'quickstart', 'td-linear-features'];
const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
});

/** Entries, each with its continued lines. */
const entriesOf = (stdout: string): string[] => stdout.trimEnd().replaceAll(/\n +/g, ' ').split('\n');

test('list names every shipped scenario with a title, and those of the papers with their figure or table', async () => {
  const { status, stdout, stderr } = await fedsa(folder, 'list');
  expect([status, stderr]).toEqual([0, '']);
  for (const line of stdout.split('\n')) expect(visibleLength(line), line).toBeLessThanOrEqual(100);
  const lines = entriesOf(stdout);
  const names = lines.map((line) => line.split(/ {2,}/, 1)[0]!);
  expect(names).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining([...SHIPPED, 'beijing-air-quality']));
  for (const line of lines) expect(line).toMatch(/^[a-z0-9-]+ {2,}\S/);
  for (const line of lines.filter((line) => line.startsWith('garnet'))) expect(line).toMatch(/Figure 1/);
});

test('list --problems names the kinds of problems, each with its source and its fields', async () => {
  const { status, stdout, stderr } = await fedsa(folder, 'list', '--problems');
  expect([status, stderr]).toEqual([0, '']);
  for (const line of stdout.split('\n')) expect(visibleLength(line), line).toBeLessThanOrEqual(100);
  const lines = entriesOf(stdout);
  expect(lines[0]).toMatch(
    /^garnet +TD\(0\) on Garnets, uniform policy — SCAFFLSA §6 agents, states, actions, .*, heterogeneity, perturbation\?, seed$/,
  );
  expect(lines.at(-1)).toMatch(/ path$/);
});

test('list --json has the same scenarios and problems as data', async () => {
  const json = async (...words: string[]): Promise<Record<string, unknown>[]> =>
    JSON.parse((await fedsa(folder, 'list', ...words, '--json')).stdout) as Record<string, unknown>[];
  const lines = entriesOf((await fedsa(folder, 'list')).stdout);
  const scenarios = await json();
  expect(scenarios.map(({ name }) => name)).toEqual(lines.map((line) => line.split(/ {2,}/, 1)[0]));
  const compute = (name: string): unknown => scenarios.find((scenario) => scenario.name === name);
  expect(compute('garnet-low')).toMatchObject({
    reproduces: expect.stringContaining('Figure 1') as unknown,
    panels: [],
  });
  expect(compute('which-policy-first')).toMatchObject({
    reproduces: null,
    panels: expect.arrayContaining(['buffered']) as unknown,
  });
  const [garnet] = await json('--problems');
  expect(garnet).toMatchObject({ kind: 'garnet', source: 'SCAFFLSA §6' });
  expect(garnet!.fields).toContainEqual({ name: 'perturbation', optional: true });
});

test('theory of a problem file tells root, mixing times and laws, and without a step size no prediction', async () => {
  const { status, stdout, stderr } = await fedsa(folder, 'theory', 'problem.json');
  expect([status, stderr]).toEqual([0, '']);
  // Ā = [[4/3, 1/12], [−1/6, 7/6]], b̄ = (1/6, 5/6): θ* = (1/8, 41/36) / (113/72) = (9/113, 82/113)
  expect(stdout).toContain('(0.079646, 0.725664)');
  expect(stdout).toContain('π of agent 0: (0.666667, 0.333333)');
  expect(stdout).toContain('π of agent 1: (0.333333, 0.666667)');
  expect(stdout).not.toContain('limit error');
  expect(stdout).toMatch(/\n\nNo predictions of a run: --step-size is needed: η, the local step size, .*\n$/);
});

test('theory that lacks parameters says which, as JSON by the names of a scenario', async () => {
  const args = ['theory', 'problem.json', '--step-size', '0.1', '--algorithm', 'local-sgd-m'];
  const { stdout } = await fedsa(folder, ...args);
  expect(stdout).toContain('No predictions of a run: --server-step-size and --momentum are needed: γ, ');
  const json = JSON.parse((await fedsa(folder, ...args, '--json')).stdout) as Record<string, unknown>;
  expect(json).toMatchObject({
    needed: expect.stringMatching(/^`serverStepSize` and `momentum` are needed/) as unknown,
    run: null,
  });
});

test('theory with a step size predicts the limits, and tells all of it as JSON too', async () => {
  const args = [
    'theory',
    'problem.json',
    '--step-size',
    '0.1',
    '--local-steps',
    '2',
    '--algorithm',
    'fedavg,scafflsa',
  ];
  const { status, stdout } = await fedsa(folder, ...args);
  expect(status).toBe(0);
  expect(stdout).toMatch(/Predictions, H = 2 local steps a round/);
  expect(stdout).toMatch(/Local SA .*\n *SCAFFLSA /);
  const curves = await fedsa(folder, ...args, '--only', 'curves');
  expect(curves.status).toBe(0);
  expect(curves.stdout).toMatch(/^Noise-free error .*\n[^]*\n\nExact mean-square error [^]*\n$/);
  expect(curves.stdout).not.toMatch(/Problem|Predictions|Theorems/);
  expect(stdout).toContain(curves.stdout.trimEnd());
  const json = await fedsa(folder, ...args, '--json');
  expect(json.stdout.trimEnd()).not.toContain('\n');
  expect(typeof JSON.parse(json.stdout)).toBe('object');
});

// the others, which take seconds each: shippedTheory.long.test.ts
test('theory of the quickstart is told, and nothing is written', async () => {
  const args = ['theory', 'quickstart', '--algorithm', 'local-sa', '--rounds', '3', '--only', 'constants'];
  const { status, stdout, stderr } = await fedsa(folder, ...args);
  expect(status).toBe(0);
  // After ten seconds, on a busy machine, a line says what is computed.
  expect(stderr).toMatch(/^([^\n]* s so far · Ctrl-C prints what is there\n)*$/);
  expect(stdout).toMatch(/^Problem\n/);
  expect(contents(folder)).toEqual(['problem.json']);
});
