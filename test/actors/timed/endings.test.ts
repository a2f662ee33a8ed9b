/** A failing agent and an abort end a timed run in every placement, and say where it was. */
import { afterAll, describe, expect, it } from 'vitest';
import { localSa } from '../../../src/algorithms/localSa.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { ActorFailure } from '../../../src/values/failure.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { scriptedOperator } from '../../../src/testing/scriptedOperator.ts';
import { timedLog } from '../../../src/testing/timedLog.ts';
import { BY_NUMBER, configurationOf, replicationsIn, told, type Told } from '../../oracles/events.ts';
import { messageOf } from '../../oracles/givenMessages.ts';
import { factoryOf, ModuleFolder } from '../../oracles/userModules.ts';
import { storyOf, threeAgents } from './timedFixture.ts';

const folder = new ModuleFolder();
afterAll(() => {
  folder.remove();
});

/** Agent 2 of 4 does what it is told at its 11th operator call. */
const FAILING = `
export function agent({ agent, options }) {
  let calls = 0;
  return {
    stream: { initial: () => 0, next: (o) => o + 1 },
    operator(theta, o, out) {
      calls++;
      out.fill(0);
      if (agent !== 2 || calls !== 11) return;
      if (options === 'throw') throw new RangeError('agent two has had enough');
      if (options === 'exit') process.exit(3);
    },
  };
}
`;

const ASYNCHRONOUS: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } };

const PLACES: readonly (readonly [string, Partial<RunConfiguration>])[] = [
  ['inline', {}],
  ['packed on 2 threads', { placement: 'packed', threads: 2 }],
  ['in own threads', { placement: 'own-thread' }],
  ['by whole replications', { placement: 'auto', threads: 1, seeds: [1, 2, 3, 4] }],
];

async function run(
  act: 'throw' | 'exit' | 'nothing',
  changes: Partial<RunConfiguration>,
  watching: Parameters<typeof told>[2] = {},
): Promise<Told> {
  const specification = folder.write('failing.mjs', FAILING, { agents: 4, dimension: 2, options: act });
  const configuration = configurationOf({
    policy: ASYNCHRONOUS,
    budget: { kind: 'rounds', rounds: 1e6 },
    recording: { every: 1000 },
    tieSeed: BY_NUMBER,
    ...changes,
  });
  return told(specification, configuration, { create: await factoryOf(specification), ...watching });
}

describe.each(PLACES)('%s', (_title, changes) => {
  it('an operator that throws ends the run with the agent, its stage and the cause', async () => {
    const { error } = await run('throw', changes);
    expect(error).toBeInstanceOf(ActorFailure);
    // Its fourth dispatch, after three turns of four agents.
    expect((error as ActorFailure).message).toBe(
      'agent 2 failed in local steps of round 12 (local-sa, seed 1): agent two has had enough',
    );
  });

  it('an abort ends what is under way as interrupted', async () => {
    const stop = new AbortController();
    setTimeout(() => {
      stop.abort();
    }, 300);
    const { events, error } = await run('nothing', changes, { signal: stop.signal });
    expect(error).toBeUndefined();
    const [replication] = replicationsIn(events);
    if (replication) expect(replication.outcome?.kind ?? 'interrupted').toBe('interrupted');
  });
});

it.each(PLACES.slice(1))(
  'a thread that dies %s is missed, and told with its agent',
  async (_title, changes) => {
    const { error } = await run('exit', changes);
    expect(error).toBeInstanceOf(ActorFailure);
    expect((error as ActorFailure).at).toMatchObject({ agent: 2, stage: 'local steps', round: 12, seed: 1 });
  },
);

it.each([ASYNCHRONOUS, { kind: 'synchronous' }] as const)(
  'an answer that is no message of the algorithm fails the run, and says so ($kind)',
  async (policy) => {
    const system = timedLog({
      algorithm: {
        ...localSa,
        agent: (values, site) => ({
          ...localSa.agent(values, site),
          answer: () => messageOf({ kind: 'localDifference', difference: [1] }),
        }),
      },
      parameters: { stepSize: 0.1 },
      agents: 2,
      initial: [0],
      operator: () => scriptedOperator([{ a: 1, b: [1] }]),
      rounds: 3,
      policy,
    });
    await expect(system).rejects.toThrow(
      'a message of kind "localModel" must be returned (found "localDifference")',
    );
  },
);

it.each<[string, Partial<RunConfiguration>]>([
  ['a local step of 1e308 s', { timing: { compute: 1e308 } }],
  ['a link of 1e-300 bytes/s', { timing: { uplinkBandwidth: 1e-300 } }],
  [
    'arrivals of 1e-320 a second',
    { policy: { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' }, arrivals: 1e-320 } },
  ],
])('%s ends the run with the time that it cannot reach', async (_, changes) => {
  await expect(storyOf(threeAgents, configurationOf(changes))).rejects.toThrow(
    'the virtual clock passes 4.6e9 s',
  );
});
