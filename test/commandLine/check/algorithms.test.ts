/** An algorithm of one's own is tried: its file alone, or a scenario that has it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../builtProgram.ts';
import { writeTwoAgents } from '../twoAgents.ts';

const folder = emptyFolder();

/** Local SA with the given sum of the models. */
const source = (
  sum: string,
): string => `import { addScaled, algorithm, mean, message, stepSize } from 'fedsa';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
let rounds = 0;

export const own = algorithm({
  name: 'own',
  title: 'Own',
  source: 'here',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [started], up: [ended] },
  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => work.advance(theta, stepSize(round), undefined, localSteps),
    answer: (_, work) => ended({ theta: work.theta }),
  }),
  server: (_, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      open: () => started({ theta }),
      receive: ({ all }) => {
        rounds++;
        const models = all.map((answer) => answer.theta);
        theta = ${sum};
        return { localModels: () => models };
      },
    };
  },
});
`;

const MEAN = 'mean(models, theta.length)';

beforeAll(() => {
  writeTwoAgents(folder, 'two.json');
  const files = {
    right: source(MEAN),
    shared: source(`rounds > 20 ? models[0] : ${MEAN}`),
    growing: source(`addScaled(theta, 1e200, ${MEAN})`),
    throwing: source(`(() => { throw new Error('no sum'); })()`),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.ts`), text);
  writeFileSync(
    join(folder, 'scenario.ts'),
    `import { scenario } from 'fedsa';
import { own } from './throwing.ts';
export default scenario({
  name: 'one', title: 'One', question: '', algorithms: ['local-sa', own], stepSize: 0.1,
  problem: { kind: 'problem-file', path: 'two.json' },
});
`,
  );
});

test('nothing is wrong with one that does the same again', async () => {
  expect(await fedsa(folder, 'check', 'right.ts')).toMatchObject({
    status: 0,
    stdout: 'right.ts: nothing wrong was found.\n',
  });
});

test.each([
  ['scenario.ts', /^fedsa: own: no sum\n$/],
  ['shared.ts', /^fedsa: own: run again, it gives different models; its parts must keep .*\n$/],
  ['growing.ts', /^fedsa: own: after round 2 its model is .*\n$/],
  ['throwing.ts', /^fedsa: own: no sum\n$/],
])('%s: what is wrong is one line', async (file, line) => {
  const { status, stderr } = await fedsa(folder, 'check', file);
  expect(stderr).toMatch(line);
  expect(status).toBe(2);
});
