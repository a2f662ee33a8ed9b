/** The agents' time: every word lies in the figure, and its data read back. */
import { expect, test } from 'vitest';
import { AGENT_COLUMNS } from '../../src/recording/agentRows.ts';
import { accountFigure, agentRows } from '../../src/report/agentFigure.ts';

test('the word above the rows has room, though their labels are shorter; the ticks have, though these are longer', () => {
  const totals = Object.fromEntries(AGENT_COLUMNS.map((name) => [name, 1]));
  const rows = agentRows({
    agents: [0, 1].map((agent) => ({ agent, ...totals })),
    staleness: new Map(),
  } as never);
  const long = accountFigure('a', 'A', [{ ...rows[0]!, label: 'x'.repeat(40) }], 'agent')!.svg;
  const shares = [...long.matchAll(/<text x="([\d.]+)"[^>]*>\d+ %</g)].map(([, x]) => Number(x));
  for (const [k, x] of shares.entries()) if (k > 0) expect(x - shares[k - 1]!).toBeGreaterThan(45);
  const { svg, csv } = accountFigure('a', 'A', [{ ...rows[0]!, label: 'five, at once' }, rows[1]!], 'agent')!;
  expect(csv.split('\n')[1]).toMatch(/^"five, at once",1,/);
  const [, x] = /<text x="([\d.]+)"[^>]*>agent</.exec(svg)!;
  expect(Number(x)).toBeGreaterThan(7.8 * 'agent'.length);
});
