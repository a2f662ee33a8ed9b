/** `fedsa theory` of shipped scenarios, whose larger problems take seconds of linear algebra each. */
import { expect, test } from 'vitest';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';

// Local SA alone: the stability limits of SCAFFLSA with a hundred agents take ten seconds.
test.each(['quadratic-drift', 'quickstart'])('theory of %s is told, and nothing is written', async (name) => {
  const folder = emptyFolder();
  const { status, stdout, stderr } = await fedsa(folder, 'theory', name, '--algorithm', 'local-sa');
  expect(status).toBe(0);
  // after ten seconds, on a busy machine, it says what it is doing
  expect(stderr).toMatch(/^([^\n]* s so far · Ctrl-C prints what is there\n)*$/);
  expect(stdout).toMatch(/^Problem\n/);
  expect(contents(folder)).toEqual([]);
});
