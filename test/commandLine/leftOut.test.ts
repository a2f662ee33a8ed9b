/** A policy typed alone: default algorithms that cannot run under it are left out, in one line. */
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const SHORT = ['--step-size', '0.1', '--rounds', '2', '--seeds', '1', '--no-report', '--placement', 'inline'];
const LINE =
  /^fedsa: fedhsa is left out: it does not go with \w+: its g needs the operators of several agents at one and the same θ̄\n$/;

beforeAll(() => {
  writeTwoAgents(folder);
});

describe.each(['buffered:2', 'asynchronous:0.5', 'tiers:2'])('--policy %s', (policy) => {
  const [name] = policy.split(':') as [string];

  test('runs with the others, and says so in one line', async () => {
    const { status, stdout, stderr } = await fedsa(
      folder,
      'run',
      'problem.json',
      '--policy',
      policy,
      ...SHORT,
      '--out',
      name,
    );
    expect(status).toBe(0);
    expect(stderr).toMatch(LINE);
    expect(stdout).toContain('Local SA');
    expect(stdout).not.toContain('FedHSA');
    expect((await fedsa(folder, 'replay', name)).status).toBe(0);
  });

  test('refuses an algorithm that was asked for, with those that go', async () => {
    const before = contents(folder);
    const asked = ['run', 'problem.json', '--policy', policy, '--algorithm', 'fedhsa', ...SHORT];
    const { status, stderr } = await fedsa(folder, ...asked);
    expect(status).toBe(2);
    const [, names] = /; take --algorithm (\S+)\n$/.exec(stderr) ?? [];
    expect(names?.split(',')).toContain('local-sa');
    expect(names?.split(',')).not.toContain('fedhsa');
    expect(contents(folder)).toEqual(before);
  });
});

test('theory says it as well, and says nothing where nothing is left out', async () => {
  const theory = (policy: string) =>
    fedsa(folder, 'theory', 'problem.json', '--policy', policy, '--step-size', '0.1', '--rounds', '2');
  expect((await theory('asynchronous:0.5')).stderr).toMatch(LINE);
  expect((await theory('synchronous')).stderr).toBe('');
});
