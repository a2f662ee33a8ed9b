/** What settings say of the server policy, and what is refused. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import type { LeftOut } from '../../src/configuration/leftOut.ts';
import { overlay } from '../../src/configuration/overlay.ts';
import { runConfiguration } from '../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../src/configuration/settings/runSettings.ts';

const AGENTS = 5;

function resolve(settings: RunSettings): PolicyConfiguration {
  const base: RunSettings = { algorithms: ['local-sa'], stepSize: 0.1 };
  return runConfiguration({ ...base, ...settings }, 2, { agents: AGENTS, monotonicity: () => 1 }).policy;
}

function refusal(settings: RunSettings): string {
  try {
    resolve(settings);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'not refused';
}

const constant = { kind: 'constant' } as const;
/** A day on times that are not exponential: the share of time that an agent is there is not known. */
const DAY = { on: 3, off: 1, day: { period: 8, on: [1, 2] } } as const;
const PARETO = { kind: 'pareto', scale: 1, shape: 1 } as const;
/** Each agent leaves at 9 s, for good. */
const ABSENT_AT_LAST = Array.from({ length: AGENTS }, () => [[0, 9]] as const);
const hinge = { kind: 'hinge', slope: 2, from: 1 } as const;

describe('what is left out is chosen', () => {
  test.each<{ settings: RunSettings; policy: PolicyConfiguration }>([
    { settings: {}, policy: { kind: 'synchronous' } },
    {
      settings: { policy: { kind: 'first', count: 3 } },
      policy: { kind: 'first', count: 3, late: 'drop' },
    },
    {
      settings: { policy: { kind: 'deadline', seconds: 2 }, late: 'carry' },
      policy: { kind: 'deadline', seconds: 2, late: 'carry' },
    },
    {
      settings: { policy: { kind: 'first', count: 3, late: 'carry' } },
      policy: { kind: 'first', count: 3, late: 'carry' },
    },
    {
      settings: { policy: { kind: 'buffered', count: 3 * AGENTS } },
      policy: { kind: 'buffered', count: 3 * AGENTS, weight: constant },
    },
    {
      settings: { policy: 'fedbuff:5,concurrency=2' },
      policy: { kind: 'buffered', count: 5, weight: constant, concurrency: 2 },
    },
    {
      settings: { policy: 'fedasync:0.5' },
      policy: { kind: 'asynchronous', mixing: 0.5, weight: constant },
    },
    {
      settings: { policy: 'fedat:2,by=number', timing: { availability: DAY } },
      policy: { kind: 'tiers', tiers: 2, by: 'number' },
    },
    {
      settings: { policy: { kind: 'asynchronous', mixing: 0.5, weight: constant }, stalenessWeight: hinge },
      policy: { kind: 'asynchronous', mixing: 0.5, weight: hinge },
    },
    { settings: { policy: { kind: 'sampled', count: 2 } }, policy: { kind: 'sampled', count: 2 } },
    {
      settings: { policy: 'buffered:5', stalenessWeight: 'hinge:2,1' },
      policy: { kind: 'buffered', count: 5, weight: hinge },
    },
    {
      settings: { policy: 'first:2,of=4,deadline=3,among=present' },
      policy: { kind: 'first', count: 2, late: 'drop', of: 4, among: 'present', deadline: 3 },
    },
    {
      settings: { policy: 'buffered:2,concurrency=4,largest-staleness=0' },
      policy: { kind: 'buffered', count: 2, weight: constant, largestStaleness: 0, concurrency: 4 },
    },
  ])('$settings', ({ settings, policy }) => {
    expect(resolve(settings)).toEqual(policy);
  });
});

describe('what is refused, with the reason', () => {
  test.each<{ settings: RunSettings; message: RegExp }>([
    {
      settings: { policy: { kind: 'first', count: 6 } },
      message: /^`policy`: first:6 waits for 6 agents; the problem has 5$/,
    },
    {
      settings: { policy: { kind: 'sampled', count: 6 } },
      message: /^`policy`: sampled:6 waits for 6 agents/,
    },
    {
      settings: { policy: 'tiers:6' },
      message:
        /^`policy`: tiers: each of 6 tiers needs an agent, and the problem has 5; give at most tiers:5$/,
    },
    {
      settings: { policy: 'tiers:2', timing: { availability: DAY } },
      message:
        /^`policy`: tiers: tiers go by the agents’ mean seconds, and those of agent 0 are unknown under this timing model; `policy` tiers:2,by=number goes by their numbers$/,
    },
    {
      settings: { policy: 'fedat:2,drawn=1', timing: { agents: [{ agents: [3, 3], compute: PARETO }] } },
      message: /those of agent 3 are infinite .* `policy` tiers:2,drawn=1,by=number goes/,
    },
    {
      settings: { policy: 'tiers:2', timing: { availabilityTrace: { agents: ABSENT_AT_LAST } } },
      message: /those of agent 0 are infinite under this timing model/,
    },
    {
      settings: { policy: 'tiers:2', clock: 'wall', timing: { uplinkLatency: 1 } },
      message: /those of agent 0 are unknown under this timing model/,
    },
    {
      // as a program without types may give it
      settings: { policy: 'buffered:x' as 'buffered:1' },
      message: /^`policy`: must be synchronous, first:K, .* \(found "buffered:x"\)$/,
    },
    {
      settings: { policy: 'asynchronous:0.5,concurrency=6' },
      message: /^`policy`: asynchronous has concurrency=6; the problem has 5$/,
    },
    {
      settings: { policy: 'buffered:2,concurency=4' },
      message:
        /^`policy`: buffered has the named settings server-step-size, momentum, .* and arrivals, each once; did you mean concurrency\? \(found "buffered:2,concurency=4"\)$/,
    },
    {
      settings: { policy: 'first:3,of=2' },
      message: /^`policy`: first: 2 agents cannot give 3 answers; give of=3 or more$/,
    },
    {
      settings: { policy: 'first:3,among=present' },
      message: /^`policy`: first: among says from whom agents are drawn; give of, too$/,
    },
    {
      settings: { policy: 'sampled:3,among=there' },
      message: /^`policy`: among must be all or present \(found/,
    },
    {
      settings: { policy: 'first:3,of=3', timing: { dropout: 0.1 } },
      message: /^`policy`: first waits for every agent it asks/,
    },
    {
      settings: { policy: 'buffered:2,arrivals=0' },
      message: /^`policy`: arrivals must be a number above 0 \(found/,
    },
    {
      settings: { policy: 'buffered:2,arrivals=1,arrivals=2' },
      message: /each once \(found/,
    },
    {
      settings: {
        policy: 'asynchronous:0.5,concurrency=1',
        timing: { agents: [{ agents: [3, 3], crash: { at: 1 } }] },
      },
      message: /^`policy`: asynchronous waits even for an agent that is gone, and agent 3 may never answer/,
    },
    { settings: { late: 'carry' }, message: /^`late`: the policy is synchronous, under which no update/ },
    {
      settings: { policy: { kind: 'first', count: 2 }, stalenessWeight: hinge },
      message: /^`stalenessWeight`: the policy is first, which does not weight updates/,
    },
    {
      settings: { timing: { dropout: 0.1 } },
      message:
        /^`policy`: synchronous waits for every agent it asks, and agent 0 may never answer \(dropout 0.1\); first/,
    },
    {
      settings: { timing: { agents: [{ agents: [3, 4], loss: { uplink: 0.2 } }] } },
      message: /agent 3 may never answer \(loss 0.2 on the uplink\)/,
    },
    {
      settings: { timing: { loss: { downlink: 0.2 } }, policy: { kind: 'sampled', count: 2 } },
      message: /^`policy`: sampled waits .* agent 0 may never answer \(loss 0.2 on the downlink\)/,
    },
    {
      settings: { timing: { crash: { at: 10 } }, policy: { kind: 'first', count: AGENTS } },
      message: /^`policy`: first waits .* \(a crash without return\)/,
    },
    {
      settings: { timing: { agents: [{ agents: [2, 5], compute: 2 }] } },
      message: /^timing\.agents\[0\]: is for agents 2 to 5; the problem has agents 0 to 4$/,
    },
    {
      settings: { algorithms: ['local-sa', 'fedhsa'], policy: { kind: 'buffered', count: 2 } },
      message: /^`policy`: fedhsa does not go with buffered: /,
    },
    {
      settings: {
        algorithms: ['local-sa', 'fedhsa'],
        policy: { kind: 'first', count: 2 },
        timing: {
          crash: { at: 1, returnsAfter: 2 },
          agents: [{ agents: [3, 3], loss: { downlink: 0.1 } }],
        },
      },
      message: /^timing: agent 3 may return from a crash and lose what the server sends; fedhsa needs/,
    },
    {
      settings: { algorithms: ['scafflsa'], policy: { kind: 'first', count: 2 }, late: 'carry' },
      message: /^`policy`: scafflsa does not go with first: /,
    },
  ])('$settings', ({ settings, message }) => {
    expect(refusal(settings)).toMatch(message);
  });
});

describe('what waits for nobody in particular goes with agents that may be gone', () => {
  test.each<RunSettings>([
    { policy: { kind: 'first', count: 3 } },
    { policy: { kind: 'deadline', seconds: 3 } },
    { policy: { kind: 'buffered', count: 3 } },
    { policy: { kind: 'asynchronous', mixing: 0.5 } },
  ])('$policy', (settings) => {
    expect(refusal({ ...settings, timing: { dropout: 0.5, crash: { at: 3 } } })).toBe('not refused');
  });

  test('and a synchronous server with agents that crash and return, or that get a message twice', () => {
    expect(refusal({ timing: { crash: { at: 3, returnsAfter: 1 }, duplication: 0.5, dropout: 0 } })).toBe(
      'not refused',
    );
  });
});

describe('settings over weaker ones', () => {
  const weaker: RunSettings = {
    policy: { kind: 'first', count: 3 },
    late: 'carry',
    timing: { compute: 2, uplinkLatency: 1 },
  };

  test('another policy comes without what was said beside the weaker one', () => {
    expect(overlay(weaker, { policy: { kind: 'synchronous' } })).toEqual({
      policy: { kind: 'synchronous' },
      timing: weaker.timing,
    });
  });

  test('what late updates become wins alone', () => {
    expect(overlay(weaker, { late: 'drop' })).toEqual({ ...weaker, late: 'drop' });
  });

  test('each field of the timing model wins by itself', () => {
    expect(overlay(weaker, { timing: { compute: 5, dropout: 0.5 } }).timing).toEqual({
      compute: 5,
      uplinkLatency: 1,
      dropout: 0.5,
    });
  });
});

describe('algorithms that nobody asked for and that cannot run', () => {
  const keysOf = (weaker: RunSettings, given: RunSettings): string[] => {
    const settings = overlay({ stepSize: 0.1, ...weaker }, given);
    return runConfiguration(settings, 2, { agents: AGENTS, monotonicity: () => 1 }).algorithms.map(
      ({ name }) => name,
    );
  };

  test.each<[NonNullable<RunSettings['policy']>, readonly string[]]>([
    ['buffered:2', ['local-sa', 'scafflsa']],
    ['asynchronous:0.5', ['local-sa', 'scafflsa']],
    ['asynchronous:1', ['local-sa']],
    ['tiers:2', ['local-sa', 'scafflsa']],
    ['first:2', ['local-sa', 'scafflsa', 'fedhsa']],
  ])('are left out under %s, whether by default or of a scenario', (policy, expected) => {
    expect(keysOf({}, { policy })).toEqual(expected);
    expect(keysOf({ policy }, {})).toEqual(expected);
    const algorithms = ['local-sa', 'scafflsa', 'fedhsa'];
    expect(keysOf({ algorithms, serverStepSize: 0.5 }, { policy })).toEqual(expected);
  });

  test('are named with the reason', () => {
    const left: LeftOut[] = [];
    overlay({}, { policy: 'buffered:2' }, { leaves: (omission) => left.push(omission) });
    expect(left).toEqual([
      {
        algorithm: 'fedhsa',
        reason:
          'does not go with buffered: its g needs the operators of several agents at one and the same θ̄',
      },
    ]);
  });

  test('are refused where they were asked for, with what can be asked for instead', () => {
    const asked = { algorithms: ['fedhsa', 'local-sa'], policy: 'buffered:2' } as const;
    expect(() => keysOf({}, asked)).toThrow(
      /fedhsa does not go with buffered: .*; take `algorithms` local-sa$/,
    );
    expect(() => keysOf(asked, {})).toThrow(/take `algorithms` local-sa$/);
    expect(() => keysOf({}, { ...asked, algorithms: ['fedhsa'] })).toThrow(
      /take `algorithms` local-sa,scafflsa,minibatch-sgd,/,
    );
    const { algorithms, policy } = asked;
    expect(() =>
      runConfiguration(overlay({ stepSize: 0.1, algorithms }, { policy }, { areAsked: true }), 2),
    ).toThrow(/fedhsa does not go with buffered/);
  });
});
