/** A problem file of kind `td` as one of kind `linear`, whose states are the moves (s, a, s') of positive probability. */
import type { Row, Rows } from './plainMatrices.ts';

/** An agent as it stands in a file of kind `td`. */
export interface PlainTdAgent {
  readonly transition?: Rows;
  readonly actions?: readonly Rows[];
  readonly policy?: Rows;
  /** r(s), r(s, s') without actions, r(s, a) or r(a, s, s') with them */
  readonly rewards: Row | Rows | readonly Rows[];
  readonly features: Rows;
  readonly discount?: number;
  readonly initial?: { readonly distribution: Row };
}

/** P((s, a, s'), (s', a', s'')) = π(a'|s') P_a'(s', s''); A = φ(s)(φ(s) − γ φ(s'))ᵀ, b = r φ(s). */
export function pairsOfTd(agents: readonly PlainTdAgent[], discount: number) {
  return {
    format: 'fedsa-problem/1',
    kind: 'linear',
    dimension: agents[0]!.features[0]!.length,
    agents: agents.map((agent) => {
      const { transition, actions = [transition!], features, initial, discount: gamma = discount } = agent;
      const policy = agent.policy ?? features.map(() => actions.map(() => 1 / actions.length));
      const all = actions.flatMap((kernel, a) =>
        kernel.flatMap((row, s) => row.map((p, next) => ({ s, a, next, p: p * policy[s]![a]! }))),
      );
      const moves = all.filter(({ p }) => p > 0);
      return {
        transition: moves.map(({ next }) => moves.map(({ s, p }) => (s === next ? p : 0))),
        A: moves.map(({ s, next }) =>
          features[s]!.map((phi) => features[s]!.map((x, j) => phi * (x - gamma * features[next]![j]!))),
        ),
        b: moves.map(({ s, a, next }) => features[s]!.map((phi) => phi * rewardOf(agent, s, a, next))),
        ...(initial && { initial: { distribution: moves.map(({ s, p }) => initial.distribution[s]! * p) } }),
      };
    }),
  };
}

function rewardOf({ transition, rewards }: PlainTdAgent, s: number, a: number, next: number): number {
  const ofState = rewards[s]!;
  if (typeof ofState === 'number') return ofState;
  if (transition !== undefined) return ofState[next] as number;
  const deep = (rewards as readonly Rows[])[a]?.[s];
  return typeof deep === 'object' ? deep[next]! : (ofState[a] as number);
}
