/** SCAFFLSA's control variates at the server: what they are of given answers. */
import { expect, it } from 'vitest';
import { moveControl, uncorrectedProgress } from '../../src/algorithms/scafflsa.ts';
import { ServerControls } from '../../src/behaviours/serverControls.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';

const v = (...x: number[]): Float64Array => Float64Array.from(x);

it('progress without correction is the mean of G over the local steps, whatever ξ_i was', () => {
  // G = (1, −3), then (5, 1), with ξ = (10, 20) and η = ¼: θ̂ − θ̄ = ¼ (26, 38), and gain = 1/(η·2) = 2.
  expect([...uncorrectedProgress(v(6.5 + 7, 9.5 + 8), v(7, 8), v(10, 20), 2)]).toEqual([3, -1]);
});

it('an agent has none before its first answer, and is alone with it after', () => {
  const controls = new ServerControls(3, 2);
  expect(controls.of(1)).toEqual(v(0, 0));
  controls.take(1, v(5, 5), v(1, 2), v(0, 0), 0.5);
  expect(controls.of(1)).toEqual(v(0, 0));
  expect(controls.of(0)).toEqual(v(0, 0));
});

it('of those that have answered they sum to zero, and are the latest answers’ v̄ − v_i', () => {
  const M = 5;
  const uniform = ownUniforms(4);
  const draw = (): Float64Array => v(2 * uniform() - 1, 1e3 * uniform());
  const controls = new ServerControls(M, 2);
  const latest = new Map<number, Float64Array>();
  for (let answer = 0; answer < 200; answer++) {
    // Agent 4 never answers.
    const agent = Math.floor(4 * uniform());
    const [model, origin, control] = [draw(), draw(), draw()] as const;
    controls.take(agent, model, origin, control, 0.7);
    latest.set(
      agent,
      model.map((x, j) => 0.7 * (x - origin[j]!) - control[j]!),
    );
    for (let j = 0; j < 2; j++) {
      const sum = [0, 1, 2, 3, 4].reduce((total, i) => total + controls.of(i)[j]!, 0);
      expect(Math.abs(sum)).toBeLessThan(1e-11);
      const mean = [...latest.values()].reduce((total, own) => total + own[j]!, 0) / latest.size;
      expect(controls.of(agent)[j]).toBeCloseTo(mean - latest.get(agent)![j]!, 10);
    }
  }
});

it('in a round that all take part in they move as the agents’ own do', () => {
  const gain = 1 / (0.1 * 7);
  const origin = v(1, -1);
  const before = [v(2, -1), v(-3, 0.5), v(1, 0.5)];
  const models = [v(4, 0), v(-1, 2), v(0.3, 7)];
  const mean = origin.map((_, j) => models.reduce((sum, model) => sum + model[j]!, 0) / 3);
  const controls = new ServerControls(3, 2);
  models.forEach((model, i) => {
    controls.take(i, model, origin, before[i]!, gain);
  });
  models.forEach((model, i) => {
    const own = before[i]!.slice();
    moveControl(own, mean, model, gain);
    own.forEach((x, j) => {
      expect(controls.of(i)[j]).toBeCloseTo(x, 12);
    });
  });
});
