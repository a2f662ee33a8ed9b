import { expect, test } from 'vitest';
import { agentErrorFigure } from '../../src/report/agentErrorFigure.ts';

/** Agents whose errors in rounds 10 and 20 are these times 1 and 3, those of round 0 as given. */
const figureOf = (errors: readonly number[], atStart = errors) => {
  const agentErrors = {
    algorithm: 'local-sa',
    rounds: [0, 10, 20],
    errors: errors.map((error, agent) => Float64Array.of(atStart[agent]!, error, 3 * error)),
  };
  return agentErrorFigure(agentErrors, 'Local SA')!;
};
test('the curves drawn are the median with the range of all, and the three worst, each under its own number', () => {
  // The largest error in the end is that of agent 3, then those of 0, 4, 1 and 2, which begins with the largest.
  const { tidy } = figureOf([4, 2, 1, 5, 3], [4, 2, 100, 5, 3]);
  expect(tidy!.trim().split('\n').slice(1)).toEqual([
    ...['median of the agents,0,4,2,100', 'median of the agents,10,3,1,5', 'median of the agents,20,9,3,15'],
    ...['agent 3,0,5,,', 'agent 3,10,5,,', 'agent 3,20,15,,'],
    ...['agent 0,0,4,,', 'agent 0,10,4,,', 'agent 0,20,12,,'],
    ...['agent 4,0,3,,', 'agent 4,10,3,,', 'agent 4,20,9,,'],
  ]);
});

test('the file beside it has all agents by number', () => {
  expect(figureOf([2, 7]).csv).toBe('agent,round,error\n0,0,2\n0,10,2\n0,20,6\n1,0,7\n1,10,7\n1,20,21\n');
});
