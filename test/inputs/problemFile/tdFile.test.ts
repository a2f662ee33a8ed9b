/** Problem files of kind `td`: each form, and each wrong field in one line that names it. */
import { describe, expect, test } from 'vitest';
import { fault, problemOf } from './refusal.ts';

const P = [
  [0.9, 0.1],
  [0.2, 0.8],
];
const OTHER = [
  [0.5, 0.5],
  [1, 0],
];
const PHI = [
  [1, 0, 2],
  [0.5, 1, 3],
];

const text = (agents: readonly object[], file: object = { discount: 0.9 }): string =>
  JSON.stringify({ format: 'fedsa-problem/1', kind: 'td', ...file, agents });

const FIRST = { transition: P, rewards: [1, 0], features: PHI };
const DECISIONS = { actions: [P, OTHER], rewards: [1, 0], features: PHI };

describe('a file of kind td gives', () => {
  test('a reward process, its discount that of the file or its own', () => {
    const { dimension, agents } = problemOf(text([FIRST, { ...FIRST, discount: 0 }]), 'finite-td');
    expect(dimension).toBe(3);
    expect(agents[0]).toEqual({
      ...{ states: 2, actions: 1, discount: 0.9, initial: 'stationary', rewardsOf: 'states' },
      transition: Float64Array.of(0.9, 0.1, 0.2, 0.8),
      policy: Float64Array.of(1, 1),
      rewards: Float64Array.of(1, 0),
      features: Float64Array.of(1, 0, 2, 0.5, 1, 3),
    });
    expect(agents[1]!.discount).toBe(0);
  });

  test('without features those of a table', () => {
    const { dimension, agents } = problemOf(text([{ transition: P, rewards: [1, 0] }]), 'finite-td');
    expect(dimension).toBe(2);
    expect(agents[0]!.features).toEqual(Float64Array.of(1, 0, 0, 1));
  });

  test.each([
    [
      { transition: P },
      [
        [1, 2],
        [3, 4],
      ],
      'moves',
      [1, 2, 3, 4],
    ],
    [{ actions: [P, OTHER] }, [1, 2], 'states', [1, 2]],
    [
      { actions: [P, OTHER] },
      [
        [1, 2],
        [3, 4],
      ],
      'actions',
      [1, 2, 3, 4],
    ],
    [
      { actions: [P, OTHER] },
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
      'moves',
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
  ] as const)('of %j the rewards %j as those of %s', (moves, rewards, rewardsOf, numbers) => {
    const { agents } = problemOf(text([{ ...moves, rewards }]), 'finite-td');
    expect(agents[0]).toMatchObject({ rewardsOf, rewards: Float64Array.from(numbers) });
  });

  test('a decision process, its policy uniform or its own', () => {
    const policy = [
      [0.25, 0.75],
      [1, 0],
    ];
    const { agents } = problemOf(
      text([DECISIONS, { ...DECISIONS, policy, initial: { state: 1 } }]),
      'finite-td',
    );
    expect(agents[0]!.transition).toEqual(Float64Array.of(0.9, 0.1, 0.2, 0.8, 0.5, 0.5, 1, 0));
    expect(agents.map((agent) => [...agent.policy])).toEqual([
      [0.5, 0.5, 0.5, 0.5],
      [0.25, 0.75, 1, 0],
    ]);
    expect(agents[1]).toMatchObject({ actions: 2, initial: { state: 1 } });
  });
});

describe('a fault is named in one line', () => {
  const discount = 'expected a number from 0 on, below 1';
  const fields = 'transition, actions, policy, rewards, features, discount, initial';
  test.each<[title: string, text: string, message: string]>([
    ['a discount of 1', text([FIRST], { discount: 1 }), `discount: 1; ${discount}`],
    ['a discount of an agent', text([{ ...FIRST, discount: -0.1 }]), `agents[0].discount: -0.1; ${discount}`],
    ['no discount', text([FIRST], {}), `agents[0].discount: missing, and the file has none; ${discount}`],
    ['A', text([{ ...FIRST, A: [] }]), `agents[0].A: unknown field; expected one of ${fields}`],
    [
      'dimension',
      text([FIRST], { discount: 0.9, dimension: 3 }),
      'dimension: unknown field; expected one of format, kind, discount, agents',
    ],
    [
      'no rewards',
      text([{ transition: P }]),
      'agents[0].rewards: missing; expected a list of S rewards, or of lists of rewards',
    ],
    [
      'too few rewards',
      text([{ ...FIRST, rewards: [1] }]),
      'agents[0].rewards: a list of 1; expected a list of 2, one number for each state',
    ],
    [
      'rewards of moves, one missing',
      text([{ ...FIRST, rewards: [[1, 2], [3]] }]),
      'agents[0].rewards[1]: a list of 1; expected a list of 2, one number for each next state',
    ],
    [
      'rewards of actions, one missing',
      text([{ ...DECISIONS, rewards: [[1], [3, 4]] }]),
      'agents[0].rewards[0]: a list of 1; expected a list of 2, one number for each action',
    ],
    [
      'rewards of moves of one action',
      text([
        {
          ...DECISIONS,
          rewards: [
            [
              [1, 2],
              [3, 4],
            ],
          ],
        },
      ]),
      'agents[0].rewards: a list of 1; expected a list of 2, one matrix for each action',
    ],
    [
      'a reward that is no number',
      text([{ ...FIRST, rewards: [1, null] }]),
      'agents[0].rewards[1]: null; expected a finite number',
    ],
    [
      'features of other states',
      text([{ ...FIRST, features: [[1, 2, 3]] }]),
      'agents[0].features: a list of 1; expected a list of 2, one row for each state',
    ],
    [
      'features of another dimension',
      text([FIRST, { ...FIRST, features: [[1], [2]] }]),
      'agents[1].features[0]: a list of 1; expected a list of 3, one number for each dimension of agent 0',
    ],
    [
      'no features beside others',
      text([FIRST, { ...FIRST, features: undefined }]),
      'agents[1].features: missing, with 2 states; expected 2 rows of 3 numbers, as agent 0 has',
    ],
    [
      'no features at all in them',
      text([{ ...FIRST, features: [[], []] }]),
      'agents[0].features[0]: an empty list; expected a list of 1, one number for each dimension of agent 0',
    ],
    [
      'transition and actions',
      text([{ ...FIRST, actions: [P] }]),
      'agents[0]: both transition and actions; expected one of them',
    ],
    [
      'neither',
      text([{ rewards: [1] }]),
      'agents[0].transition: missing; expected S rows of S probabilities, or actions with a policy',
    ],
    [
      'a policy without actions',
      text([{ ...FIRST, policy: [[1], [1]] }]),
      'agents[0].policy: a policy without actions; expected actions instead of transition',
    ],
    [
      'a policy that sums to less',
      text([
        {
          ...DECISIONS,
          policy: [
            [0.5, 0.5],
            [0.5, 0.25],
          ],
        },
      ]),
      'agents[0].policy[1]: sums to 0.75; expected probabilities that sum to 1 within 1e-9',
    ],
    [
      'a policy of one action',
      text([{ ...DECISIONS, policy: [[1], [1]] }]),
      'agents[0].policy[0]: a list of 1; expected a list of 2, one probability for each action',
    ],
    [
      'no actions',
      text([{ ...DECISIONS, actions: [] }]),
      'agents[0].actions: an empty list; expected a list of matrices, one for each action, each of S rows of S probabilities, with S at least 1',
    ],
    [
      'actions of different states',
      text([{ ...DECISIONS, actions: [P, [[1]]] }]),
      'agents[0].actions[1]: a list of 1; expected a list of 2, one row for each state',
    ],
    [
      'a move of negative probability',
      text([
        {
          ...DECISIONS,
          actions: [
            P,
            [
              [1.5, -0.5],
              [1, 0],
            ],
          ],
        },
      ]),
      'agents[0].actions[1][0][1]: -0.5 is negative; expected a probability from 0 to 1',
    ],
    [
      'two closed classes under the policy',
      text([
        {
          ...DECISIONS,
          actions: [
            P,
            [
              [1, 0],
              [0, 1],
            ],
          ],
          policy: [
            [0, 1],
            [0, 1],
          ],
        },
      ]),
      'agents[0].actions: 2 closed classes {0} and {1}: no unique stationary law; expected a single closed class',
    ],
    [
      'a start that is no state',
      text([{ ...FIRST, initial: { state: 2 } }]),
      'agents[0].initial.state: 2; expected an integer from 0 to 1, the number of a state',
    ],
    ['another kind', text([FIRST], { kind: 'tdd' }), 'kind: "tdd"; expected "linear" or "td"'],
    ['no agents', text([]), 'agents: an empty list; expected a list of one agent or more'],
  ])('%s', (_, file, message) => {
    expect(fault(file)).toBe(`p.json: ${message}`);
  });
});
