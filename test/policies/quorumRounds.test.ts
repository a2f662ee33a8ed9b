/** What policies with rounds do about agents of whom nothing will come, input by input. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { policyOf } from '../../src/policies/index.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';

/** A synchronous server's machine with M agents: to whom each input makes it send again. */
function resentBy(agents: number, inputs: readonly PolicyInput[]): number[][] {
  const machine = policyOf({ kind: 'synchronous' }).machine({
    agents,
    generator: generatorFor(1, 'participation'),
    isThere: () => true,
    seconds: () => 1,
  });
  let resent: number[] = [];
  const ignored = (): void => undefined;
  const out = {
    ...{ send: ignored, step: ignored, late: ignored, wake: ignored },
    resend: (agent: number) => {
      resent.push(agent);
    },
  };
  let { state } = machine;
  return inputs.map((input) => {
    resent = [];
    state = machine.next(state, input, out);
    return resent;
  });
}

test('an agent that has returned is not counted as lost: when the other is lost it is not asked a second time', () => {
  expect(
    resentBy(2, [
      { kind: 'ready' },
      { kind: 'missing', agent: 0 },
      { kind: 'returned', agent: 0 },
      { kind: 'missing', agent: 1 },
      { kind: 'missing', agent: 0 },
    ]),
  ).toEqual([[], [], [0], [], [0, 1]]);
});

test('an agent that is lost twice counts once: nobody is asked again before the other is lost, too', () => {
  expect(
    resentBy(2, [
      { kind: 'ready' },
      { kind: 'missing', agent: 1 },
      { kind: 'missing', agent: 1 },
      { kind: 'missing', agent: 0 },
    ]),
  ).toEqual([[], [], [], [0, 1]]);
});
