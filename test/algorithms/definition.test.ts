/** A definition that no compiler has seen, as in a user's file, is refused with one line as it is made. */
import { expect, test } from 'vitest';
import { type AlgorithmDefinition, algorithm, type Protocol } from '../../src/algorithms/algorithm.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { message } from '../../src/algorithms/message.ts';
import { type Parameters, positive, stepSize } from '../../src/values/parameter.ts';

const eta = stepSize('η', 'the local step size');
const { down, up } = localSa.messages;

test.each([
  [{ name: 'Fed Prox' }, 'name must be of lower-case letters, digits and hyphens (found "Fed Prox")'],
  [{ name: undefined }, 'name must be of lower-case letters, digits and hyphens (found undefined)'],
  [{ title: 3 }, 'title must be a text'],
  [{ parameters: undefined }, 'parameters must be an object; {} for none'],
  [{ parameters: { label: eta } }, 'a parameter must not be named "label"'],
  ...[{ kind: 'flag', symbol: 'q', help: 'quiet' }, { kind: 'number' }, 0.5, null].map(
    (radius): [object, string] => [
      { parameters: { eta, radius } },
      'the parameter radius must be made with a function such as stepSize, positive or choice',
    ],
  ),
  [
    { parameters: { eta, radius: positive('R', 'the radius', { default: -1 }) } },
    'the parameter radius has the default -1, which must be a number above 0',
  ],
  [{ agent: undefined }, 'agent must be a function that makes an agent’s part'],
  [{ server: {} }, 'server must be a function that makes the server’s part'],
  [{ messages: undefined }, 'messages must have at least one "down" and one "up"'],
  [{ messages: { down, up: [] } }, 'messages must have at least one "down" and one "up"'],
  [
    { messages: { down, up: [...up, message(down[0]!.kind, {})] } },
    `two of its messages are of the kind "roundStarted"`,
  ],
])('%o', (change, fault) => {
  const definition = { ...localSa, name: 'own', ...change };
  expect(() => algorithm(definition as unknown as AlgorithmDefinition<Parameters, Protocol>)).toThrow(
    new TypeError(`algorithm ${definition.name}: ${fault}`),
  );
});
