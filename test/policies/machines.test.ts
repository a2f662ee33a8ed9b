/** Every policy as a machine: all that it goes by is in its state and in what it hears, and it loses and invents no update. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { type PolicyConfiguration, policyOf } from '../../src/policies/index.ts';
import type { PolicyInput, PolicyOutput, Update } from '../../src/policies/machine.ts';

const AGENTS = 4;
const weight = { kind: 'constant' } as const;

const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'first', count: 2, late: 'drop' },
  { kind: 'first', count: 3, late: 'carry' },
  { kind: 'deadline', seconds: 2, late: 'carry' },
  { kind: 'first', count: 2, of: 3, among: 'present', deadline: 2, late: 'carry' },
  { kind: 'sampled', count: 2 },
  { kind: 'buffered', count: 3, weight },
  { kind: 'asynchronous', mixing: 0.5, weight },
  { kind: 'bounded-staleness', staleness: 1, mixing: 0.5, weight },
  { kind: 'buffered', count: 3, weight, concurrency: 2, largestStaleness: 1 },
  { kind: 'buffered', count: 2, weight, largestAge: 2.5 },
  { kind: 'asynchronous', mixing: 0.5, weight, concurrency: 2, arrivals: 3 },
  { kind: 'tiers', tiers: 2 },
  { kind: 'tiers', tiers: 2, drawn: 1, by: 'number' },
];

const agent = fc.nat({ max: AGENTS - 1 });
const input: fc.Arbitrary<PolicyInput> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      agent,
      current: fc.boolean(),
      staleness: fc.nat({ max: 4 }),
      age: fc.nat({ max: 4 }),
      dispatch: fc.record({ number: fc.nat({ max: 5 }) }),
    }),
  },
  fc.record({ kind: fc.constantFrom('missing' as const, 'returned' as const), agent }),
  fc.record({ kind: fc.constantFrom('ready' as const, 'woken' as const) }),
  fc.record({ kind: fc.constant('exchanged' as const), agents: fc.uniqueArray(agent, { minLength: 1 }) }),
);

/** How many updates a step may have, where the policy says so. */
function sizesOf(policy: PolicyConfiguration): [least: number, most: number] {
  if (policy.kind === 'asynchronous') return [1, 1];
  if (policy.kind === 'buffered') return [policy.count, policy.count];
  return [1, Infinity];
}

/** What a policy says to inputs, a line each; told to one machine, or to a new one each time. */
function messages(policy: PolicyConfiguration, inputs: readonly PolicyInput[], isAnew: boolean): string[] {
  const lines: string[] = [];
  const say =
    (word: string) =>
    (...told: unknown[]): void => {
      lines.push(`${word} ${JSON.stringify(told)}`);
    };
  const out: PolicyOutput = {
    send: say('send'),
    resend: say('resend'),
    step: say('step'),
    late: say('late'),
    wake: say('wake'),
  };
  const generator = generatorFor(1, 'participation');
  const begin = () =>
    policyOf(policy).machine({
      agents: AGENTS,
      generator,
      isThere: (single) => single !== 2,
      seconds: (single) => single % 2,
    });
  let machine = begin();
  let { state } = machine;
  for (const heard of inputs) {
    if (isAnew) machine = begin();
    state = machine.next(isAnew ? structuredClone(state) : state, heard, out);
  }
  return lines;
}

describe.each(POLICIES)('$kind', (policy) => {
  it('steps with updates that it has heard, in agent order, each once or refused, and gives out none twice', () => {
    const [least, most] = sizesOf(policy);
    fc.assert(
      fc.property(fc.array(input, { minLength: 10, maxLength: 60 }), (inputs) => {
        const open = new Set<Update>();
        const give = (update: Update): void => {
          expect(open.delete(update)).toBe(true);
        };
        const ignored = (): void => undefined;
        const out: PolicyOutput = {
          ...{ send: ignored, resend: ignored, wake: ignored, late: give },
          step: (updates) => {
            expect(updates.length).toBeGreaterThanOrEqual(least);
            expect(updates.length).toBeLessThanOrEqual(most);
            const agents = updates.map(({ agent: single }) => single);
            expect(agents).toEqual([...agents].sort((a, b) => a - b));
            updates.forEach(give);
          },
        };
        const machine = policyOf(policy).machine({
          ...{ agents: AGENTS, generator: generatorFor(1, 'participation') },
          ...{ isThere: () => true, seconds: () => 1 },
        });
        let { state } = machine;
        for (const heard of [{ kind: 'ready' } as const, ...inputs]) {
          if (heard.kind === 'update') open.add(heard);
          state = machine.next(state, heard, out);
        }
      }),
      { numRuns: 50, seed: 2 },
    );
  });

  it('says the same when a new machine goes on from a copy of its state each time', () => {
    fc.assert(
      fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
        const begun: PolicyInput[] = [{ kind: 'ready' }, ...inputs];
        expect(messages(policy, begun, true)).toEqual(messages(policy, begun, false));
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});
