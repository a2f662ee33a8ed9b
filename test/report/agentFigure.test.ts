/** The agents' time: every word lies in the figure. */
import { expect, test } from 'vitest';
import { AGENT_COLUMNS } from '../../src/recording/agentRows.ts';
import { accountFigure, agentRows } from '../../src/report/agentFigure.ts';

test('the word above the rows has room, though their labels are shorter', () => {
  const totals = Object.fromEntries(AGENT_COLUMNS.map((name) => [name, 1]));
  const rows = agentRows({
    agents: [0, 1].map((agent) => ({ agent, ...totals })),
    staleness: new Map(),
  } as never);
  const { svg } = accountFigure('a', 'A', rows, 'agent')!;
  const [, x] = /<text x="([\d.]+)"[^>]*>agent</.exec(svg)!;
  expect(Number(x)).toBeGreaterThan(7.8 * 'agent'.length);
});
