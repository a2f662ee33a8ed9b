import { expect, test } from 'vitest';
import { html } from '../../src/report/html.ts';
import { page } from '../../src/report/page.ts';
import { smallManifest } from '../recording/smallRun.ts';

test('the page of a run of a hundred thousand seeds is no longer than that of one', () => {
  const lengthOf = (count: number): number =>
    page(
      smallManifest({ seeds: Array.from({ length: count }, (_, index) => index + 1) }),
      undefined,
      [],
      html`no results`,
      undefined,
      { answer: undefined, measured: undefined },
    ).length;
  expect(lengthOf(100_000)).toBeLessThan(lengthOf(1) + 100);
});
