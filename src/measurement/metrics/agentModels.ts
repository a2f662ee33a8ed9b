/** Metrics of the agents' models at the end of their local steps, before they are averaged. */
import { squaredDistance } from '../../maths/vector.ts';
import type { MeasuredRound } from './measuredRound.ts';
import { metric } from './metric.ts';

export const agentError = metric({
  name: 'agentError',
  help: '`mean_i ‖θ_i − θ*‖²`, θ_i agent i’s model at the end of its local steps, before averaging',
  of: (round) => round.once(distances).toRoot,
});

export const drift = metric({
  name: 'drift',
  help: '`mean_i ‖θ_i − θ̄_{t−1}‖²`: how far the local steps went from the model with which the round started',
  figure: {
    title: 'Drift of the agents during a round',
    axis: 'drift: mean over agents of ‖θᵢ − θ̄‖²',
    fromFirstRound: true,
  },
  of: (round) => round.once(distances).toOrigin,
});

/** mean_i ‖θ_i − θ*‖² and mean_i ‖θ_i − θ̄_{t−1}‖² in one pass: with many agents this is most of a record. */
function distances({ models, origins, theta, round, run: { answer } }: MeasuredRound): {
  readonly toRoot: number | undefined;
  readonly toOrigin: number;
} {
  const { root } = answer;
  // Where all were silent, nobody has said that it is elsewhere.
  if (models.length === 0) return { toRoot: root && squaredDistance(theta, root), toOrigin: 0 };
  // Without a root any vector will do: what is summed for it is not reported.
  const target = root ?? theta;
  // At the start all are where the server is.
  const count = round === 0 ? 1 : models.length;
  let toRoot = 0;
  let toOrigin = 0;
  for (let k = 0; k < count; k++) {
    const model = models[k]!;
    const origin = origins[k]!;
    let error = 0;
    let way = 0;
    for (let j = 0; j < model.length; j++) {
      const fromTarget = model[j]! - target[j]!;
      const fromOrigin = model[j]! - origin[j]!;
      error += fromTarget * fromTarget;
      way += fromOrigin * fromOrigin;
    }
    toRoot += error;
    toOrigin += way;
  }
  return { toRoot: root && toRoot / count, toOrigin: toOrigin / count };
}
