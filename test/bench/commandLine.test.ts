import { expect, it } from 'vitest';
import { fedsa } from '../../bench/harness/commandLine.ts';

it('the peak memory of a process is its own, not that of the process which started it', () => {
  // touched, so that it is resident here
  const ballast = new Uint8Array(300 * 2 ** 20).fill(1);
  const { stdout, megabytes } = fedsa(['--help'], 'resources');
  expect(stdout).toMatch(/Usage: fedsa/);
  expect(ballast.byteLength / 2 ** 20).toBe(300);
  // Node itself takes some 40 MB
  expect(megabytes).toBeGreaterThan(20);
  expect(megabytes).toBeLessThan(250);
});

it('is not asked for unless it is wanted', () => {
  expect(fedsa(['--help']).megabytes).toBeNaN();
});
