/** A server that averages models, and without rounds weighs an update by whether its own model is still near the update's start. */
import type { AveragingServer } from '../../src/index.ts';

/**
 * @param server - that averages models
 * @param distance - ε: an update is near if `‖θ̄ − θ̄_i‖ ≤ ε`, with θ̄_i the model that its agent started from; others have weight 0
 * @param factor - of the weights of near updates, by their number and that of all updates of the step
 */
export const nearServer = <Down>(
  server: AveragingServer<Down>,
  distance: number,
  factor: (near: number, all: number) => number,
): AveragingServer<Down> => ({
  ...server,
  free: {
    step: (updates, fold) => {
      const theta = server.model();
      const areNear = updates.map(
        ({ message: { theta: origin } }) => Math.hypot(...theta.map((x, j) => x - origin[j]!)) <= distance,
      );
      const scale = factor(areNear.filter(Boolean).length, updates.length);
      const judged = updates.map((update, k) => ({
        ...update,
        weight: areNear[k]! ? scale * update.weight : 0,
      }));
      return server.free.step(judged, fold);
    },
  },
});
