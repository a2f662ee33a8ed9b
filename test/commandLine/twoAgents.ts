/** A problem file that is small enough to be worked out by hand: two agents, d = 2, two states each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TWO_AGENTS = {
  format: 'fedsa-problem/1',
  kind: 'linear',
  dimension: 2,
  agents: [
    {
      transition: [
        [0.9, 0.1],
        [0.2, 0.8],
      ],
      A: [
        [
          [1, 0],
          [0, 1],
        ],
        [
          [2, 0],
          [0, 1],
        ],
      ],
      b: [
        [1, 0],
        [0, 1],
      ],
      initial: 'stationary',
    },
    {
      transition: [
        [0.5, 0.5],
        [0.25, 0.75],
      ],
      A: [
        [
          [1, 0.5],
          [0, 2],
        ],
        [
          [1.5, 0],
          [-0.5, 1],
        ],
      ],
      b: [
        [-1, 0],
        [0, 2],
      ],
      initial: { state: 1 },
    },
  ],
} as const;

/** Stationary laws: (0.2, 0.1)/0.3 and (0.25, 0.5)/0.75. */
export const STATIONARY = [
  [2 / 3, 1 / 3],
  [1 / 3, 2 / 3],
] as const;

/** Writes the problem file into a folder. */
export function writeTwoAgents(folder: string, name = 'problem.json'): void {
  writeFileSync(join(folder, name), JSON.stringify(TWO_AGENTS));
}

/** The same two agents, taken in turns, as many as wanted. */
export function writeAgents(folder: string, agents: number, name = 'problem.json'): void {
  const list = Array.from({ length: agents }, (_, index) => TWO_AGENTS.agents[index % 2]);
  writeFileSync(join(folder, name), JSON.stringify({ ...TWO_AGENTS, agents: list }));
}
