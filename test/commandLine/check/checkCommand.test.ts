/** `fedsa check` from the command line: a line a fault, exit status 0 or 2, nothing written. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa } from '../builtProgram.ts';
import { writeTwoAgents } from '../twoAgents.ts';

const folder = emptyFolder();

/** A scenario on a module of its own. */
function written(name: string, parts: { head?: string; agent?: string; fields?: string } = {}): void {
  writeFileSync(
    join(folder, name),
    `import { scenario } from 'fedsa';
${parts.head ?? ''}
export const agent = ({ agent, generator }) => ({
  stream: { transition: [[0.5, 0.5], [0.5, 0.5]] },
  operator: (theta, s, out) => { out[0] = agent + s - theta[0]; },
  ${parts.agent ?? ''}
});
export default scenario({
  name: 's', title: 't', question: 'q',
  problem: { kind: 'module', module: import.meta.url, export: 'agent', agents: 12, dimension: 1 },
  ${parts.fields ?? ''}
});
`,
  );
}

beforeAll(() => {
  writeTwoAgents(folder);
  written('good.ts');
  written('faults.ts', {
    agent: "stream: { transition: [[0.5, 0.5], [0.5, 0.6]] }, mean: { kind: 'linear', A: [1, 1], b: [1] },",
  });
  written('mean.ts', { agent: "mean: { kind: 'linear', A: [1], b: [agent + 0.5] }," });
  written('random.ts', { head: 'const noise = Math.random();', agent: 'mean: undefined, noise,' });
  written('fields.ts', { fields: "sampling: 'idd', roundz: 3," });
  written('settings.ts', {
    fields:
      "panels: { a: { title: 'A', policy: 'first:13' }, b: { title: 'B', stride: 2, sampling: 'iid' } },",
  });
});

test.each<[string, number, RegExp]>([
  ['problem.json', 0, /^problem\.json: nothing wrong was found\.\n$/],
  [
    'good.ts',
    0,
    /^good\.ts: nothing wrong was found \(10 agents tried: operator and stream; no mean is given\)\.\n$/,
  ],
  ['mean.ts', 0, /^mean\.ts: nothing wrong was found \(10 agents tried: operator, stream and mean\)\.\n$/],
  [
    'faults.ts',
    2,
    /^fedsa: \/\S*faults\.ts: agent\(\), agent 0: row 1 of transition [^\n]+\nfedsa: [^\n]+ mean\.A must be 1 number, row-major \(found 2\)\n$/,
  ],
  [
    'random.ts',
    2,
    /^fedsa: random\.ts: its code calls Math\.random\(\), so no run of it could be repeated[^\n]+\n$/,
  ],
  [
    'fields.ts',
    2,
    /^fedsa: fields\.ts: sampling: [^\n]+did you mean "iid"\?[^\n]+"roundz" \(did you mean rounds\?\)\n$/,
  ],
  [
    'settings.ts',
    2,
    /^fedsa: panel a: `policy`: first:13 waits for 13 agents[^\n]+\nfedsa: panel b: `stride`: [^\n]+\n$/,
  ],
  ['none.json', 2, /^fedsa: \S*none\.json: cannot be read: no such file[^\n]+\n$/],
])('%s ends with %i', async (name, status, pattern) => {
  const before = contents(folder);
  const ended = await fedsa(folder, 'check', name);
  expect(ended.status).toBe(status);
  expect(status === 0 ? ended.stdout : ended.stderr).toMatch(pattern);
  expect(status === 0 ? ended.stderr : ended.stdout).toBe('');
  expect(contents(folder)).toEqual(before);
});

test('as JSON', async () => {
  const { stdout } = await fedsa(folder, 'check', 'good.ts', '--json');
  expect(JSON.parse(stdout)).toEqual({
    ...{ type: 'check', file: 'good.ts' },
    ...{ faults: [], notes: [], agentsTried: 10, meansTried: 0, within: 0 },
  });
});

test('a run refuses at its start what shows without a test', async () => {
  const { status, stderr } = await fedsa(folder, 'run', 'faults.ts', '--step-size', '0.1');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /agent 0: row 1 of transition .*; mean\.A must be 1 number, row-major \(found 2\)\n$/,
  );
});

test('several files are checked one after another, and one fault is enough for status 2', async () => {
  expect(await fedsa(folder, 'check', 'good.ts', 'good.ts')).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout, stderr } = await fedsa(folder, 'check', 'faults.ts', 'good.ts');
  expect(stderr).toMatch(/^fedsa: .*faults\.ts: .*transition/);
  expect(stdout).toMatch(/^good\.ts: nothing wrong was found/m);
  expect(status).toBe(2);
});
