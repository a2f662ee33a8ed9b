/** Settings, given or left out, become a run in which every choice is made. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { overlay } from '../../src/configuration/overlay.ts';
import { runConfiguration } from '../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../src/configuration/settings/runSettings.ts';

/** The line of the InputError that is thrown. */
function refusal(settings: RunSettings, dimension = 2): string {
  try {
    runConfiguration(settings, dimension);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'not refused';
}

describe('where only a step size is given', () => {
  test('every other choice is the contract’s default', () => {
    expect(runConfiguration({ stepSize: 0.1, algorithms: ['fedavg', 'fedhsa'] }, 3)).toMatchObject({
      algorithms: [
        { name: 'local-sa', stepSize: 0.1 },
        { name: 'fedhsa', stepSize: 0.1, serverStepSize: 1 },
      ],
      trigger: { kind: 'deterministic', localSteps: 10 },
      budget: { kind: 'rounds', rounds: 200 },
      seeds: [1],
      sampling: 'markov',
      initial: [0, 0, 0],
      placement: 'auto',
      recording: 'default',
      allowDivergence: false,
    });
  });

  test('iterates are recorded up to ten dimensions', () => {
    expect(runConfiguration({ stepSize: 1 }, 10).iterates).toBe(true);
    expect(runConfiguration({ stepSize: 1 }, 11).iterates).toBe(false);
    expect(runConfiguration({ stepSize: 1, iterates: true }, 11).iterates).toBe(true);
  });
});

describe('what is refused, with the reason', () => {
  test.each<{ settings: RunSettings; message: RegExp }>([
    {
      settings: { stepSize: 1, algorithms: ['fedhsa'], lyapunov: true },
      message: /`lyapunov`: it is SCAFFLSA’s/,
    },
    {
      settings: { stepSize: 1, algorithms: ['local-sa'], extrapolation: 'step-size' },
      message: /`extrapolation`: local-sa has no such parameter/,
    },
    {
      settings: {
        stepSize: 1,
        algorithms: ['richardson-romberg'],
        extrapolation: 'local-steps',
        communicationProbability: 0.5,
      },
      message: /`extrapolation`: local-steps weighs its runs by H/,
    },
    {
      settings: {
        stepSize: 1,
        algorithms: ['richardson-romberg'],
        extrapolation: 'local-steps',
        extrapolationNoise: 'common',
      },
      message: /`extrapolationNoise`: the runs of `extrapolation` local-steps/,
    },
    { settings: { stepSize: { kind: 'corollary-1' } }, message: /corollary-1 needs μ > 0/ },
    { settings: {}, message: /`stepSize` is needed/ },
    {
      settings: { stepSize: 1, algorithms: ['sgd'] },
      message: /there is no algorithm "sgd"; known are local-sa/,
    },
    {
      settings: { stepSize: 1, algorithms: ['fedavg', 'fedlsa'] },
      message: /local-sa is named twice \(as fedavg, fedlsa\)/,
    },
    {
      settings: { stepSize: 1, algorithms: ['local-sa'], serverStepSize: 1 },
      message: /`serverStepSize`: local-sa has no such parameter/,
    },
    {
      settings: { stepSize: 1, algorithms: ['local-sa', 'scafflsa'], serverStepSize: 1 },
      message: /`serverStepSize`: none of local-sa, scafflsa has this parameter/,
    },
    {
      settings: { stepSize: 1, algorithms: ['scafflsa'], momentum: 0 },
      message: /`momentum`: scafflsa has no such parameter/,
    },
    { settings: { stepSize: 1, localSteps: 1, communicationProbability: 1 }, message: /exclude each other/ },
    { settings: { stepSize: 1, rounds: 1, steps: 1 }, message: /`rounds` and `steps` exclude each other/ },
    {
      settings: { stepSize: 1, initial: [0] },
      message: /`initial`: 1 number given; the problem has dimension 2/,
    },
    {
      settings: { stepSize: 1, stride: 2, sampling: 'iid' },
      message: /`stride`: under `sampling` iid each observation is drawn afresh/,
    },
    {
      settings: { stepSize: 1, stride: 2, sampling: 'exact' },
      message: /`stride`: under `sampling` exact no observation is used; leave it out/,
    },
    { settings: { stepSize: 1, seeds: [3, 1, 3] }, message: /seed 3 is given twice/ },
    ...(
      [
        [{ steps: 9 }, /`steps`: under `workSeconds` the number of rounds is not known/],
        [{ localSteps: 2 }, /`localSteps` and `workSeconds` exclude each other/],
        [{ clock: 'wall' }, /`workSeconds`: how many local steps there is time for/],
        [{ timing: undefined }, /`workSeconds`: it is about how long local steps take/],
        [{ timing: { agents: [{ agents: [0, 0], compute: 0 }] } }, /`workSeconds`: local steps that take no/],
        [{ algorithms: ['scafflsa'] }, /`workSeconds`: scafflsa does not go with work for so many seconds/],
      ] as const
    ).map(([other, pattern]) => ({
      settings: {
        stepSize: 1,
        algorithms: ['local-sa'],
        workSeconds: 3,
        timing: {},
        ...other,
      } as RunSettings,
      message: pattern,
    })),
  ])('$settings', ({ settings, message }) => {
    expect(refusal(settings)).toMatch(message);
    expect(refusal(settings)).not.toContain('\n');
  });
});

describe('settings given over those of a scenario', () => {
  test('win, and leave the others', () => {
    expect(overlay({ stepSize: 0.1, rounds: 5, seeds: 2 }, { stepSize: 0.2 })).toEqual({
      stepSize: 0.2,
      rounds: 5,
      seeds: 2,
    });
  });

  test.each<{ scenario: RunSettings; given: RunSettings }>([
    { scenario: { localSteps: 5 }, given: { communicationProbability: 0.5 } },
    { scenario: { communicationProbability: 0.5 }, given: { localSteps: 5 } },
    { scenario: { rounds: 5 }, given: { steps: 50 } },
    { scenario: { steps: 50 }, given: { rounds: 5 } },
    { scenario: { stride: 3 }, given: { sampling: 'iid' } },
  ])('$given pushes out $scenario, which it excludes', ({ scenario, given }) => {
    expect(overlay(scenario, given)).toEqual(given);
  });

  test('drop a parameter of the scenario that no algorithm now chosen has, but not one that was given', () => {
    const scenario = { algorithms: ['fedhsa'], stepSize: 0.1, serverStepSize: 0.5 };
    expect(overlay(scenario, { algorithms: ['fedavg'] })).toEqual({ algorithms: ['fedavg'], stepSize: 0.1 });
    expect(overlay(scenario, { algorithms: ['fedavg', 'fedhsa'] })).toHaveProperty('serverStepSize', 0.5);
    expect(refusal(overlay(scenario, { algorithms: ['fedavg'], serverStepSize: 2 }))).toMatch(
      /`serverStepSize`/,
    );
  });
});

describe('a number of local steps that makes more than 2³¹ − 1 rounds', () => {
  test('is refused for either trigger, since rounds are counted in 32 bits', () => {
    const steps = 2 ** 40; // 2³⁹ rounds on average at p = ½, 2³⁸ at H = 4
    expect(refusal({ stepSize: 1, steps, communicationProbability: 0.5 })).toBe(
      '`steps`: 1099511627776 local steps make about 5.5 × 10¹¹ rounds; at most 2147483647 can be run',
    );
    expect(refusal({ stepSize: 1, steps, localSteps: 4 })).toContain('make about 2.7 × 10¹¹ rounds');
    expect(runConfiguration({ stepSize: 1, steps, localSteps: 1024 }, 2).budget).toEqual({
      kind: 'steps',
      steps,
    });
  });
});

describe('parameters without a default', () => {
  test('are asked for by name, with the algorithm that needs them', () => {
    expect(refusal({ algorithms: ['minibatch-sgd'] })).toBe(
      '`serverStepSize` is needed: γ, the step size of the server, which minibatch-sgd has no default for',
    );
    expect(refusal({ algorithms: ['local-sgd-m'], stepSize: 1, serverStepSize: 1 })).toBe(
      '`momentum` is needed: β, the weight of the newest gradient, in (0, 1], which local-sgd-m has no default for',
    );
  });

  test('are asked for all at once, each with everybody who needs it', () => {
    expect(refusal({ algorithms: ['minibatch-sgd', 'scafflsa', 'local-sgd-m'] })).toBe(
      '`stepSize`, `serverStepSize` and `momentum` are needed: ' +
        'η, the local step size, which scafflsa and local-sgd-m have no default for; ' +
        'γ, the step size of the server, which minibatch-sgd and local-sgd-m have no default for; ' +
        'β, the weight of the newest gradient, in (0, 1], which local-sgd-m has no default for; ' +
        '`fedsa theory` prints the largest stable step size',
    );
  });

  test('each algorithm takes those that it has', () => {
    const settings = { stepSize: 0.1, serverStepSize: 0.5, momentum: 0.9 };
    const algorithms = ['local-sa', 'minibatch-sgd', 'local-sgd-m', 'scaffold'];
    expect(runConfiguration({ ...settings, algorithms }, 1).algorithms).toEqual([
      { name: 'local-sa', stepSize: 0.1 },
      { name: 'minibatch-sgd', serverStepSize: 0.5 },
      { name: 'local-sgd-m', stepSize: 0.1, serverStepSize: 0.5, momentum: 0.9 },
      { name: 'scaffold', stepSize: 0.1, serverStepSize: 0.5 },
    ]);
  });

  test('Minibatch SGD has no step size', () => {
    expect(refusal({ algorithms: ['minibatch-sgd'], stepSize: 1, serverStepSize: 1 })).toBe(
      '`stepSize`: minibatch-sgd has no such parameter; leave it out',
    );
  });
});

describe('seconds and bytes', () => {
  const budget = (settings: RunSettings): unknown =>
    runConfiguration({ stepSize: 0.1, ...settings }, 2).budget;
  const TIMED: RunSettings = { timing: { compute: 0.5 } };

  test('end a run beside its rounds or local steps, or alone', () => {
    expect(budget({ ...TIMED, seconds: 5 })).toEqual({ kind: 'limits', seconds: 5 });
    expect(budget({ ...TIMED, seconds: 5, rounds: 3 })).toEqual({ kind: 'rounds', rounds: 3, seconds: 5 });
    expect(budget({ ...TIMED, bytes: 80, steps: 9 })).toEqual({ kind: 'steps', steps: 9, bytes: 80 });
    expect(budget({ bytes: 80 })).toEqual({ kind: 'limits', bytes: 80 });
    expect(budget({ bytes: '80:both' })).toEqual({ kind: 'limits', bytes: '80:both' });
  });

  test('are local steps where a local step takes a second and nothing else takes time', () => {
    expect(budget({ seconds: 7.5 })).toEqual({ kind: 'steps', steps: 7 });
    expect(budget({ seconds: 7.5, steps: 5, bytes: 9 })).toEqual({ kind: 'steps', steps: 5, bytes: 9 });
    expect(budget({ seconds: 7.5, rounds: 5 })).toEqual({ kind: 'rounds', rounds: 5, seconds: 7.5 });
  });

  test('take the place of a weaker number of rounds or local steps, and go with one that is given with them', () => {
    expect(overlay({ rounds: 9 }, { seconds: 5 })).toEqual({ seconds: 5 });
    expect(overlay({ steps: 9 }, { bytes: 5, rounds: 7 })).toEqual({ bytes: 5, rounds: 7 });
    expect(overlay({ seconds: 5 }, { rounds: 9 })).toEqual({ seconds: 5, rounds: 9 });
  });

  test.each<{ settings: RunSettings; message: RegExp }>([
    {
      settings: { ...TIMED, seconds: 5, average: 0.3 },
      message: /`average`: 0.3 is a fraction .* give `rounds`/,
    },
    {
      settings: { ...TIMED, seconds: 5, stepSize: { kind: 'corollary-1', monotonicity: 1 } },
      message: /`stepSize`: corollary-1 needs T.* give `rounds`/,
    },
    {
      settings: { timing: { compute: 0 }, seconds: 5 },
      message: /`seconds`: no time would pass.* give `rounds`/,
    },
    {
      settings: {
        algorithms: ['local-sa'],
        policy: 'asynchronous:0.5',
        timing: { compute: 1, agents: [{ agents: [1, 1], compute: 0 }] },
        seconds: 5,
      },
      message: /agent 1 takes none/,
    },
  ])('$settings is refused', ({ settings, message }) => {
    const facts = { agents: 2, monotonicity: () => undefined };
    expect(() => runConfiguration({ stepSize: 0.1, ...settings }, 2, facts)).toThrow(message);
  });

  test('a message that takes time, or a number of bytes, ends what no work would', () => {
    const idle = { compute: 0, uplinkLatency: 0.1 };
    expect(budget({ timing: idle, seconds: 5 })).toEqual({ kind: 'limits', seconds: 5 });
    expect(budget({ timing: { compute: 0 }, seconds: 5, bytes: 9 })).toMatchObject({ bytes: 9 });
  });
});

describe('a largest age that every answer exceeds', () => {
  const configured = (age: number, settings: RunSettings): unknown =>
    runConfiguration(
      {
        algorithms: ['local-sa'],
        stepSize: 0.1,
        localSteps: 3,
        policy: `buffered:1,largest-age=${age}`,
        ...settings,
      },
      2,
      { agents: 2, monotonicity: () => undefined },
    );
  const slow = { compute: 9, agents: [{ agents: [1, 1] as [number, number], compute: 0.1 }] };

  test.each<[title: string, age: number, settings: RunSettings]>([
    ['without a timing model', 3, {}],
    ['of equal decimals', 0.5, { timing: { ...slow, uplinkLatency: 0.2 } }],
    ['of a law', 0.4, { timing: { compute: 0.1, downlinkLatency: { kind: 'uniform', low: 0.1, high: 1 } } }],
    ['of times in turn', 0.3, { timing: { compute: { kind: 'sequence', first: [0.1], values: [5] } } }],
  ])('is refused, %s', (_, age, settings) => {
    expect(() => configured(age, settings)).not.toThrow();
    expect(() => configured(age - 1e-9, settings)).toThrow(
      `largest-age=${age - 1e-9} discards every answer, since by the timing model each takes ${age} s at least`,
    );
  });

  test('counts for nothing where the virtual clock ends before every answer', () => {
    const endless: RunSettings = { timing: { compute: 4.6e9 }, policy: 'synchronous' };
    expect(() => configured(1, endless)).toThrow('`timing`: every answer would come after 4.6e9 s');
    const ended: RunSettings[] = [{ localSteps: 1 }, { seconds: 9 }, { timing: { ...slow, compute: 1e10 } }];
    for (const settings of ended) expect(() => configured(1, { ...endless, ...settings })).not.toThrow();
  });

  test('is none where a step may take no time, or real time', () => {
    for (const settings of [
      { timing: { compute: { kind: 'exponential', mean: 9 } } },
      { clock: 'wall' },
    ] as const)
      expect(() => configured(1, settings)).not.toThrow();
  });
});
