/** What a user's own actors do to messages, and what they order, comes to the same in every placement. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';
import { oneIn } from '../tooling/parts.ts';

const folder = emptyFolder();

const SOURCE = `
import { algorithm, averaging, mean, message, stepSize } from 'fedsa';
const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const parameters = { stepSize: stepSize('η', 'the local step size') };
const define = (name, agent, server = (_, { initial }) => averaging(initial, started)) =>
  algorithm({ name, title: name, source: 'here', parameters, messages: { down: [started], up: [ended] }, agent, server });
const answer = (_, work) => ended({ theta: work.theta });
const usual = ({ stepSize }) => ({
  ask: ({ theta, round, localSteps }, work) => work.advance(theta, stepSize(round), undefined, localSteps),
  answer: (_, work) => ended({ theta: work.theta.slice() }),
});

export const writing = define('writing', ({ stepSize }) => ({
  ask: ({ theta, round, localSteps }, work) => {
    theta[0] *= 0.9;
    work.advance(theta, stepSize(round), undefined, localSteps);
    theta[1] += 1;
  },
  answer: ({ theta }, work) => ended({ theta: work.theta.map((x, j) => (x + theta[j]) / 2) }),
}));
export const keeping = define('keeping', ({ stepSize }) => {
  let before;
  return {
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(before ?? theta, stepSize(round), undefined, localSteps);
      before = theta;
    },
    answer,
  };
});
export const keepingAnswers = define('keeping-answers', usual, (_, { initial }) => {
  let theta = initial;
  let before = [];
  return {
    model: () => theta,
    open: () => {
      const models = before.map((answer) => answer.theta);
      return started({ theta: models.length === 0 ? theta : mean(models, theta.length) });
    },
    receive: ({ all }) => {
      const models = [...all, ...before].map((answer) => answer.theta);
      before = all;
      theta = mean(models, theta.length);
      return { localModels: () => all.map((answer) => answer.theta) };
    },
  };
});
export const ring = define('ring', usual, (_, { initial, agents }) => {
  let models = Array.from({ length: agents }, () => initial);
  let theta = initial;
  return {
    model: () => theta,
    open: () => started({ theta }),
    openTo: (agent) => started({ theta: models[(agent + 1) % agents] }),
    receive: ({ all }) => {
      if (all.length === agents) models = all.map((answer) => answer.theta);
      theta = mean(all.map((answer) => answer.theta), theta.length);
      return { localModels: () => all.map((answer) => answer.theta) };
    },
  };
});

export const twice = define('twice', ({ stepSize }) => ({
  ask: ({ theta, round, localSteps }, work) => {
    work.peek(theta);
    work.advance(theta, stepSize(round), undefined, localSteps);
  },
  answer,
}));
export const uncalled = define('uncalled', ({ stepSize }) => ({
  ask: ({ theta, localSteps }, work) => {
    const eta = stepSize;
    work.each(theta, localSteps, (x, value) => { for (let j = 0; j < x.length; j++) x[j] += eta * value[j]; });
  },
  answer,
}));
`;

beforeAll(() => {
  writeTwoAgents(folder, 'two.json');
  writeFileSync(join(folder, 'own.mjs'), SOURCE);
  const names = ['writing', 'keeping', 'keepingAnswers', 'ring'];
  for (const name of [...names, 'twice', 'uncalled'])
    writeFileSync(join(folder, `${name}.mjs`), `export { ${name} } from './own.mjs';\n`);
  writeFileSync(join(folder, 'all.mjs'), `export { ${names.join(', ')} } from './own.mjs';\n`);
});

const SETTINGS = ['--step-size', '0.1', '--local-steps', '3', '--rounds', '10', '--no-report', '--quiet'];
const PLACEMENTS: readonly (readonly string[])[] = [
  ['inline'],
  ['packed', '--threads', '2'],
  ['own-thread'],
  ['inline', '--verify'],
  ['own-thread', '--verify'],
];

let runs = 0;
async function run(file: string, ...more: readonly string[]) {
  const out = `runs/${++runs}`;
  const words = ['run', 'two.json', '--algorithm', file, ...SETTINGS, ...more, '--out', out];
  const { status, stderr } = await fedsa(folder, ...words);
  const read = (name: string): string => readFileSync(join(folder, out, name), 'utf8');
  return { status, stderr, read };
}

test.each([
  ['where all answer', []],
  ['under first:1', ['--policy', 'first:1']],
])(
  'messages that an actor writes in, or keeps, give the same bytes in every placement, %s',
  async (_, policy) => {
    const bytes: string[] = [];
    for (const placement of [PLACEMENTS[0]!, ...oneIn(4, PLACEMENTS.slice(1))]) {
      const { status, stderr, read } = await run('./all.mjs', ...policy, '--placement', ...placement);
      expect({ status, stderr }, placement.join(' ')).toEqual({ status: 0, stderr: '' });
      bytes.push(read('rounds.csv') + read('iterates.csv'));
    }
    expect(new Set(bytes).size).toBe(1);
  },
);

describe.each([
  ['twice', 'ask orders work.peek and then work.advance; on each stream it may order one piece of work'],
  ['uncalled', 'stepSize is a function of the round: use stepSize(round) instead of stepSize'],
])('%s is named', (name, fault) => {
  test.each(oneIn(3, PLACEMENTS))('%s %s', async (...placement) => {
    const { status, stderr } = await run(`./${name}.mjs`, '--placement', ...placement.filter(Boolean));
    expect(stderr).toMatch(/^fedsa: agent \d failed in local steps of round 1 \(\w+, seed 1\): /);
    expect(stderr.trim().endsWith(fault)).toBe(true);
    expect(status).toBe(1);
  });
});
