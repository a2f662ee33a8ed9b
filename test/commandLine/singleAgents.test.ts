/** Times of single agents on the command line: `--slow` and `--compute-trace`. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeAgents } from './twoAgents.ts';

const folder = emptyFolder();
const file = (name: string, content: string): void => {
  writeFileSync(join(folder, name), content);
};
beforeAll(() => {
  writeAgents(folder, 3);
  file('times.csv', 'a,b,c\n1,3,2\n2,,2\n');
});

const RUN =
  'run problem.json --algorithm local-sa --step-size 0.05 --rounds 4 --seeds 1 --placement inline --no-report';
const timesOf = async (options: string): Promise<number[]> => {
  const out = `run${options.replace(/\W+/g, '-')}`;
  const { status, stderr } = await fedsa(folder, ...`${RUN} ${options} --out ${out}`.split(' '));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return rows(folder, out, 'rounds.csv').map(({ time }) => Number(time));
};

test('slow agents take so many times as long', async () => {
  // A step takes a second, agent 1's four; a round waits for it, H = 2.
  expect(await timesOf('--local-steps 2 --slow 1:4')).toEqual([0, 8, 16, 24, 32]);
  expect(await timesOf('--local-steps 2 --slow 0..2:1.5,1:3')).toEqual([0, 6, 12, 18, 24]);
  expect(await timesOf('--local-steps 1 --compute 2 --slow 2:2.5')).toEqual([0, 5, 10, 15, 20]);
});

test('a trace gives each agent its times, again and again', async () => {
  // H = 1: agent 0 takes 1, 2, 1, 2, agent 1 always 3 and agent 2 always 2 seconds. H = 2: 3, 6 and 4.
  expect(await timesOf('--local-steps 1 --compute-trace times.csv')).toEqual([0, 3, 6, 9, 12]);
  expect(await timesOf('--local-steps 2 --compute-trace times.csv')).toEqual([0, 6, 12, 18, 24]);
  // Once for a dispatch agent 0 takes 2 · 1, 2 · 2, …, five times as slow 10 and 20.
  expect(
    await timesOf('--local-steps 2 --compute-draw dispatch --compute-trace times.csv --slow 0:5'),
  ).toEqual([0, 10, 30, 40, 60]);
});

test('they come after what a file or a scenario says of agents, and are in the manifest and the same on replay', async () => {
  const agents = [{ agents: [1, 1], compute: 7 }];
  file('timing.json', JSON.stringify({ uplinkLatency: 1, agents }));
  expect(await timesOf('--local-steps 1 --timing timing.json --slow 0:9')).toEqual([0, 10, 20, 30, 40]);
  const out = 'run-local-steps-1-timing-timing-json-slow-0-9';
  const manifest = JSON.parse(text(folder, out, 'manifest.json')) as { configuration: { timing: object } };
  expect(manifest.configuration.timing).toEqual({
    uplinkLatency: 1,
    agents: [...agents, { agents: [0, 0], slowness: 9 }],
  });
  expect((await fedsa(folder, 'replay', out)).status).toBe(0);
});

test.each([
  ['--slow 0', '--slow'],
  ['--slow 0:0', '--slow'],
  ['--slow 2..1:3', '--slow'],
  ['--slow a:3', '--slow'],
  ['--slow 0:4,', '--slow'],
  ['--slow 1:4,2:3,0..1:5', 'another factor after their first, at 0..1:5'],
  ['--slow 3:2', 'is for agents 3 to 3; the problem has agents 0 to 2'],
  ['--compute-trace none.csv', 'none.csv'],
  ['--compute-trace wide.csv', 'wide.csv: line 2: has 2 columns, the first line 3'],
  ['--compute-trace zero.csv', 'zero.csv: line 2: agent 1: "0" must be a number of seconds above 0'],
  [
    '--compute-trace hole.csv',
    'hole.csv: line 3: agent 0: a number after an empty cell; only the end may be empty',
  ],
  ['--compute-trace empty.csv', 'empty.csv: agent 1: has no numbers; each column needs one at least'],
])('%s is refused in one line, and nothing is written', async (options, line) => {
  file('wide.csv', '1,2,3\n1,2\n');
  file('zero.csv', 'a,b\n1,0\n');
  file('hole.csv', '1,1\n,1\n1,1\n');
  file('empty.csv', '1,,1\n');
  const before = contents(folder);
  const { status, stderr } = await fedsa(
    folder,
    ...`${RUN} --local-steps 1 ${options} --out refused`.split(' '),
  );
  expect(status).toBe(2);
  expect(stderr).toContain(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(contents(folder)).toEqual(before);
  expect(existsSync(join(folder, 'refused'))).toBe(false);
});
