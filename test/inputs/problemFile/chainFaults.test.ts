/** Faults of an agent's chain: its transition matrix and where it starts. */
import { describe, expect, test } from 'vitest';
import { fault } from './refusal.ts';
import { spoilt } from './twoAgents.ts';

const law = 'expected probabilities that sum to 1 within 1e-9';

describe('a fault in the transition matrix is told in one line', () => {
  const cases: [title: string, text: string, message: string][] = [
    [
      'no states',
      spoilt(['agents', 1, 'transition'], []),
      'agents[1].transition: an empty list; expected S rows of S probabilities, with S at least 1',
    ],
    [
      'an empty row',
      spoilt(['agents', 1, 'transition'], [[]]),
      'agents[1].transition[0]: an empty list; expected a list of 1, one probability for each row',
    ],
    [
      'a missing row',
      spoilt(['agents', 0, 'transition'], [[0.5, 0.5]]),
      'agents[0].transition[0]: a list of 2; expected a list of 1, one probability for each row (and 3 more problems)',
    ],
    [
      'a ragged row',
      spoilt(['agents', 0, 'transition', 1], [1]),
      'agents[0].transition[1]: a list of 1; expected a list of 2, one probability for each row',
    ],
    [
      'a flat transition',
      spoilt(['agents', 0, 'transition'], [1, 0]),
      'agents[0].transition[0]: 1; expected a list of 2, one probability for each row',
    ],
    [
      'a negative probability',
      spoilt(['agents', 0, 'transition', 1], [-0.25, 1.25]),
      'agents[0].transition[1][0]: -0.25 is negative; expected a probability from 0 to 1',
    ],
    [
      'a row that sums to less',
      spoilt(['agents', 0, 'transition', 1], [0.25, 0.5]),
      `agents[0].transition[1]: sums to 0.75; ${law}`,
    ],
    [
      'several bad rows',
      spoilt(
        ['agents', 0, 'transition'],
        [
          [1, 1],
          [0, 0],
        ],
      ),
      `agents[0].transition[0]: sums to 2; ${law} (and 1 more problem)`,
    ],
    [
      'two closed classes',
      spoilt(
        ['agents', 0, 'transition'],
        [
          [1, 0],
          [0, 1],
        ],
      ),
      'agents[0].transition: 2 closed classes {0} and {1}: no unique stationary law; expected a single closed class',
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(fault(text)).toBe(`p.json: ${message}`);
  });

  test('three closed classes among seven states are listed, transient states are not', () => {
    // 0 ↔ 1; 2 stays; 5 ↔ 6; 3 and 4 lead elsewhere.
    const to = [1, 0, 2, 0, 3, 6, 5];
    const transition = to.map((target) => to.map((_, state) => (state === target ? 1 : 0)));
    const agent = { transition, A: to.map(() => [[1]]), b: to.map(() => [1]) };
    const text = JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent] });
    expect(fault(text)).toBe(
      'p.json: agents[0].transition: 3 closed classes {0,1} and {2} and {5,6}: no unique stationary law; expected a single closed class',
    );
  });

  test('of a hundred closed classes six are listed', () => {
    const states = Array.from({ length: 100 }, (_, state) => state);
    const transition = states.map((from) => states.map((to) => (from === to ? 1 : 0)));
    const agent = { transition, A: states.map(() => [[1]]), b: states.map(() => [1]) };
    const text = JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent] });
    expect(fault(text)).toContain(
      '100 closed classes {0} and {1} and {2} and {3} and {4} and {5} and …: no unique',
    );
  });
});

describe('a fault in the initial state is told in one line', () => {
  const initial = '"stationary", {"state": s} or {"distribution": [...]}';
  const cases: [title: string, text: string, message: string][] = [
    [
      'an unknown word for initial',
      spoilt(['agents', 0, 'initial'], 'uniform'),
      `agents[0].initial: "uniform"; expected ${initial}`,
    ],
    [
      'an empty initial',
      spoilt(['agents', 0, 'initial'], {}),
      `agents[0].initial: an empty object; expected ${initial}`,
    ],
    [
      'two initials',
      spoilt(['agents', 1, 'initial'], { state: 0, distribution: [1] }),
      'agents[1].initial: both a state and a distribution; expected one of them',
    ],
    [
      'a state out of range',
      spoilt(['agents', 0, 'initial'], { state: 2 }),
      'agents[0].initial.state: 2; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a state below 0',
      spoilt(['agents', 0, 'initial'], { state: -1 }),
      'agents[0].initial.state: -1; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'half a state',
      spoilt(['agents', 0, 'initial'], { state: 0.5 }),
      'agents[0].initial.state: 0.5; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a state that is null',
      spoilt(['agents', 0, 'initial'], { state: null }),
      'agents[0].initial.state: null; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a short distribution',
      spoilt(['agents', 0, 'initial'], { distribution: [1] }),
      'agents[0].initial.distribution: a list of 1; expected a list of 2, one probability for each row of transition',
    ],
    [
      'a distribution that is no list',
      spoilt(['agents', 0, 'initial'], { distribution: 1 }),
      'agents[0].initial.distribution: 1; expected a list of S probabilities',
    ],
    [
      'a negative distribution',
      spoilt(['agents', 0, 'initial'], { distribution: [2, -1] }),
      'agents[0].initial.distribution[1]: -1 is negative; expected a probability from 0 to 1',
    ],
    [
      'a distribution that sums to less',
      spoilt(['agents', 0, 'initial'], { distribution: [0.5, 0.25] }),
      `agents[0].initial.distribution: sums to 0.75; ${law}`,
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(fault(text)).toBe(`p.json: ${message}`);
  });
});
