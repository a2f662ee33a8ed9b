/** SCAFFLSA: its agent's control variate, its notice, its invariant, and its controls at the server without rounds. */
import { describe, expect, test } from 'vitest';
import { configured, serverLogic } from '../../src/algorithms/parts.ts';
import { controlGain, moveControl, scafflsa } from '../../src/algorithms/scafflsa.ts';
import { ServerControls } from '../../src/algorithms/serverControls.ts';
import type { StepSize } from '../../src/algorithms/stepSize.ts';
import { agentKit, scriptedOperator } from '../../src/testing/index.ts';
import { SCAFFLSA } from '../oracles/events.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';
import { answersOf, answersTo, messageOf } from '../oracles/givenMessages.ts';

const v = (...x: number[]): Float64Array => Float64Array.from(x);
/** η_t = 1/(1 + t) */
const DECREASING = { kind: 'decreasing', scale: 1, offset: 1, exponent: 1 } as const;
const H2 = { kind: 'deterministic', localSteps: 2 } as const;

test('the gain is 1/(ηH) = 1/(0.25 · 8) = 0.5 under H 2 and p/η = 0.5/0.25 = 2 under H 1', () => {
  expect(controlGain({ kind: 'deterministic', localSteps: 8 }, 0.25, 8)).toBe(0.5);
  expect(controlGain({ kind: 'bernoulli', probability: 0.5 }, 0.25, 7)).toBe(2);
});

test('the gain is 1/(ηH) with the mean gap of a user’s trigger, the same for all agents, and with the round’s H where there is none', () => {
  const trigger = {
    kind: 'own',
    name: 'own',
    file: null,
    bundle: '',
    settings: {},
    symbol: '',
    text: '',
  } as const;
  expect(controlGain({ ...trigger, differs: true, meanGap: 4 }, 0.5, 3)).toBe(1 / (0.5 * 4));
  expect(controlGain({ ...trigger, differs: false }, 0.5, 8)).toBe(1 / (0.5 * 8));
});

test('ξ = (1, −1) moves by 0.5 (θ̄ − θ̂) = 0.5 (2, −4) to (2, −3)', () => {
  const control = v(1, -1);
  moveControl(control, v(3, 0), v(1, 4), 0.5);
  expect([...control]).toEqual([2, -3]);
});

describe('its agent', () => {
  /** a = 0, b = 1, and η = ½ unless said otherwise */
  const agentOf = (trigger: Parameters<typeof controlGain>[0], stepSize: StepSize = 0.5) =>
    agentKit(scafflsa, { stepSize }, { trigger, operator: () => scriptedOperator([{ a: 0, b: [1] }]) });
  const start = (round: number, localSteps: number, theta: number) =>
    ({ kind: 'roundStarted', round, localSteps, theta: [theta] }) as const;

  test('takes ξ = 0 in round 1 and ξ = (θ̄ − θ̂)/(ηH) in round 2', () => {
    // H = 2: θ̂ = θ̄ + 1 = 1. The server says θ̄ = 5: ξ = (5 − 1)/1 = 4, so round 2 ends at
    // 5 + 2 · ½ (1 + 4) = 10. Then θ̄ = 7: ξ = 4 + (7 − 10) = 1, and 7 + (1 + 1) = 9.
    const agent = agentOf(H2);
    answersTo(agent, [
      [start(1, 2, 0), { theta: [1] }],
      [start(2, 2, 5), { theta: [10] }],
      [start(3, 2, 7), { theta: [9] }],
    ]);
    expect(agent.states.control).toEqual(v(1));
  });

  test('moves ξ by p/η under Bernoulli(p), whatever the length of the round', () => {
    // p = ¼: gain ½. θ̂ = 0 + 3 · ½ = 1.5; θ̄ = 5.5: ξ = ½ · 4 = 2; one step: 5.5 + ½ (1 + 2) = 7.
    answersTo(agentOf({ kind: 'bernoulli', probability: 0.25 }), [
      [start(1, 3, 0), { theta: [1.5] }],
      [start(2, 1, 5.5), { theta: [7] }],
    ]);
  });

  test('moves ξ at a notice as at the next round, once, and not where its answer was not taken', () => {
    const noted = agentOf(H2);
    answersTo(noted, [[start(1, 2, 0), { theta: [1] }]]);
    noted.note(messageOf({ kind: 'roundClosed', round: 1, theta: [5] }));
    expect(noted.states.control).toEqual(v(4));
    // 6 + 1 · (1 + 4): round 2 went by without it
    answersTo(noted, [[start(3, 2, 6), { theta: [11] }]]);
    const dropped = agentOf(H2);
    answersTo(dropped, [
      [start(1, 2, 0), { theta: [1] }],
      [{ ...start(2, 2, 5), taken: false }, { theta: [6] }],
    ]);
  });

  test('moves ξ with the η of the round that closes, η₃ = ¼, at a notice as at the next round', () => {
    // θ̂ = 0 + 2 · ¼ = ½; θ̄ = 2.5: ξ = (2.5 − ½)/(¼ · 2) = 4. Round 4 has η₄ = ⅕: 2.5 + 2 · ⅕ (1 + 4) = 4.5.
    const third = [start(3, 2, 0), { theta: [0.5] }] as const;
    const noted = agentOf(H2, DECREASING);
    answersTo(noted, [third]);
    noted.note(messageOf({ kind: 'roundClosed', round: 3, theta: [2.5] }));
    expect(noted.states.control).toEqual(v(4));
    answersTo(agentOf(H2, DECREASING), [third, [start(4, 2, 2.5), { theta: [4.5] }]]);
  });

  test('takes ξ from the message where there are no rounds', () => {
    const corrected = { kind: 'correctedRoundStarted', localSteps: 2, theta: [5], control: [3] };
    answersTo(agentOf(H2), [
      [corrected, { kind: 'localModel', theta: [5 + 1 + 3] }],
      [corrected, { theta: [9] }],
    ]);
  });
});

test('its server gives notice of θ̄ as the round has left it', () => {
  const part = serverLogic(SCAFFLSA(1), { agents: 2, initial: v(0), trigger: H2 });
  part.open(1, 2);
  part.receive(
    { kind: 'localModel', all: answersOf('localModel', { theta: [1] }, { theta: [3] }), silent: [] },
    1,
    2,
  );
  expect(part.notice!()).toMatchObject({ kind: 'roundClosed', theta: v(2) });
});

test('its server without rounds takes an answer in with the η of the round that it answers', () => {
  const { free } = serverLogic(configured(scafflsa, { stepSize: DECREASING }), {
    ...{ agents: 2, initial: v(0), trigger: H2 },
  });
  const answered = (agent: number, round: number, control: number, theta: number): void => {
    const message = { kind: 'correctedRoundStarted', round, localSteps: 2, theta: [1], control: [control] };
    const answer = messageOf({ kind: 'localModel', agent, theta: [theta] });
    free!.answered!({ agent, message: messageOf(message), answer });
  };
  // Gains 1/(¼ · 2) = 2 and 1/(½ · 2) = 1: v_0 = 2 (4 − 1) − 3 = 3, v_1 = 1 (2 − 1) − 0 = 1, and v̄ = 2.
  answered(0, 3, 3, 4);
  answered(1, 1, 0, 2);
  expect([free!.open!(0), free!.open!(1)]).toMatchObject([{ control: v(-1) }, { control: v(1) }]);
});

test('its invariant is Σ (θ̄ − θ_i) = 0, to rounding', () => {
  const answers = answersOf('localModel', { theta: [1, 1e9] }, { theta: [3, 1e9] });
  expect(scafflsa.invariant!(v(2, 1e9), answers)).toBeUndefined();
  expect(scafflsa.invariant!(v(2 + 1e-13, 1e9 + 1e-5), answers)).toBeUndefined();
  expect(scafflsa.invariant!(v(2, 1e9 + 1e-2), answers)).toMatch(/^the ξ_i are moved by 0\.0\d+ in all$/);
  expect(scafflsa.invariant!(v(2.5, 1e9), answers)).toBe('the ξ_i are moved by 1 in all');
});

describe('its controls at the server', () => {
  test('of an agent are 0 before its first answer, and while it is alone with one', () => {
    const controls = new ServerControls(3, 2);
    expect(controls.control(1)).toEqual(v(0, 0));
    controls.take(1, v(5, 5), { theta: v(1, 2), control: v(0, 0) }, 0.5);
    expect(controls.control(1)).toEqual(v(0, 0));
    expect(controls.control(0)).toEqual(v(0, 0));
  });

  test('are of the progress without correction: the mean of G over the local steps, whatever ξ_i was', () => {
    // G = (1, −3), then (5, 1), with ξ = (10, 20) and η = ¼: θ̂ − θ̄ = ¼ (26, 38), and gain = 1/(η·2) = 2.
    // So v_0 = (3, −1); with v_1 = 0 the mean is (1.5, −0.5).
    const controls = new ServerControls(2, 2);
    controls.take(0, v(6.5 + 7, 9.5 + 8), { theta: v(7, 8), control: v(10, 20) }, 2);
    controls.take(1, v(1, 1), { theta: v(1, 1), control: v(0, 0) }, 2);
    expect([controls.control(0), controls.control(1)]).toEqual([v(-1.5, 0.5), v(1.5, -0.5)]);
  });

  test('sum to zero over those that have answered, and are the latest answers’ v̄ − v_i', () => {
    const M = 5;
    const uniform = ownUniforms(4);
    const draw = (): Float64Array => v(2 * uniform() - 1, 1e3 * uniform());
    const controls = new ServerControls(M, 2);
    const latest = new Map<number, Float64Array>();
    for (let answer = 0; answer < 200; answer++) {
      // Agent 4 never answers.
      const agent = Math.floor(4 * uniform());
      const [model, origin, control] = [draw(), draw(), draw()] as const;
      controls.take(agent, model, { theta: origin, control }, 0.7);
      latest.set(
        agent,
        model.map((x, j) => 0.7 * (x - origin[j]!) - control[j]!),
      );
      for (let j = 0; j < 2; j++) {
        const sum = [0, 1, 2, 3, 4].reduce((total, i) => total + controls.control(i)[j]!, 0);
        expect(Math.abs(sum)).toBeLessThan(1e-11);
        const mean = [...latest.values()].reduce((total, entry) => total + entry[j]!, 0) / latest.size;
        expect(controls.control(agent)[j]).toBeCloseTo(mean - latest.get(agent)![j]!, 10);
      }
    }
  });

  test('move in a round that all take part in as the agents’ own do', () => {
    const gain = 1 / (0.1 * 7);
    const origin = v(1, -1);
    const before = [v(2, -1), v(-3, 0.5), v(1, 0.5)];
    const models = [v(4, 0), v(-1, 2), v(0.3, 7)];
    const mean = origin.map((_, j) => models.reduce((sum, model) => sum + model[j]!, 0) / 3);
    const controls = new ServerControls(3, 2);
    for (const [i, model] of models.entries())
      controls.take(i, model, { theta: origin, control: before[i]! }, gain);
    for (const [i, model] of models.entries()) {
      const ours = before[i]!.slice();
      moveControl(ours, mean, model, gain);
      ours.forEach((x, j) => expect(controls.control(i)[j]).toBeCloseTo(x, 12));
    }
  });
});
