/** A valid problem file with two agents, and the same with one value spoilt. */

/** A problem of d = 2 with an agent of two states and one of a single state, to be spoilt. */
export function twoAgents() {
  return {
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
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
        b: [
          [9, 10],
          [11, 12],
        ],
        initial: { state: 1 },
      },
      {
        transition: [[1]],
        A: [
          [
            [1, 0],
            [0, 1],
          ],
        ],
        b: [[-1e-3, 2.5e2]],
      },
    ],
  };
}

/** {@link twoAgents} as text, with the value at a path replaced, or removed where it is `undefined`. */
export function spoilt(path: readonly (string | number)[], value: unknown): string {
  const problem: unknown = twoAgents();
  let at = problem as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return JSON.stringify(problem);
}
