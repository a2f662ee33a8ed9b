/** A scenario with every kind of a user's function, one of which throws. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What of the scenario differs: a chain with a trigger, a stream under a policy with rounds, a chain under one without. */
const VARIANTS = {
  chain: {
    choice: 'trigger: ownTrigger,',
    stream: '{ transition: [[0.5, 0.5], [0.5, 0.5]] }',
    mean: 'undefined',
    free: '',
  },
  stream: {
    choice: 'policy: ownPolicy, localSteps: 2,',
    stream: `{
      initial: (draws) => { trap('stream.initial'); return draws.normal(); },
      next: (o, draws) => 0.5 * o + draws.normal(),
      independent: (draws) => { trap('stream.independent'); return draws.normal(); },
    }`,
    mean: `{
      kind: 'nonlinear',
      evaluate: (theta, out) => { trap('mean.evaluate'); out[0] = agent - theta[0]; },
      jacobian: (theta, out) => { trap('mean.jacobian'); out[0] = -1; },
    }`,
    free: '',
  },
  free: {
    choice: 'policy: ownPolicy, localSteps: 2,',
    stream: '{ transition: [[0.5, 0.5], [0.5, 0.5]] }',
    mean: "{ kind: 'linear', A: Float64Array.of(1), b: Float64Array.of(agent + 0.5) }",
    free: `free: () => {
      trap('free');
      return { fold: 'mix', replaces: false, weight: () => { trap('weight'); return 0.5; } };
    },`,
  },
} as const;

export type Variant = keyof typeof VARIANTS;

/**
 * Writes `scenario.ts`.
 *
 * @param at - which function throws
 * @param thrown - expression of what it throws
 */
export function writeThrowing(folder: string, variant: Variant, at: string, thrown: string): void {
  const { choice, stream, mean, free } = VARIANTS[variant];
  writeFileSync(
    join(folder, 'scenario.ts'),
    `import { runInNewContext } from 'node:vm';
import { algorithm, everyAgent, mean, message, metric, policy, scenario, stepSize, trigger } from 'fedsa';

const foreign = () => runInNewContext('new Error("boom")');
const trap = (name) => {
  if (name === ${JSON.stringify(at)}) throw ${thrown};
};
trap('module');

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
export const own = algorithm({
  name: 'own',
  title: 'Own',
  source: 'here',
  parameters: { stepSize: stepSize('η', 'the step size') },
  messages: { down: [started], up: [ended] },
  streams: () => { trap('streams'); return [0]; },
  refuse: () => { trap('refuse'); return undefined; },
  under: () => { trap('under'); return undefined; },
  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      trap('ask');
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),
  server: (_, { initial }) => {
    trap('server');
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        theta = mean(models, theta.length);
        return { localModels: () => models };
      },
      free: {
        step: (updates, fold) => {
          const moves = updates.map(({ message, answer, weight }) => {
            return { weight, origin: message.theta, model: answer.theta };
          });
          theta = fold(theta, moves);
          return moves;
        },
      },
    };
  },
});

export const ownPolicy = policy({
  name: 'own-policy',
  settings: {},
  text: () => { trap('policy text'); return 'when it likes'; },
  refuse: () => { trap('policy refuse'); return undefined; },
  carries: () => { trap('carries'); return false; },
  heldUpBy: () => { trap('heldUpBy'); return 'silence'; },
  pace: () => { trap('pace'); return undefined; },
  orders: () => { trap('orders'); return undefined; },
  ${free}
  machine: (_, { agents }) => {
    let heard = [];
    return {
      state: 0,
      next: (state, input, out) => {
        if (input.kind === 'ready') out.send(everyAgent(agents), false);
        if (input.kind !== 'update') return state;
        if (${String(variant === 'free')}) {
          out.step([input]);
          out.send([input.agent], false);
          return state;
        }
        heard.push(input);
        if (heard.length < agents) return state;
        const all = heard.sort((a, b) => a.agent - b.agent);
        heard = [];
        out.step(all);
        return state;
      },
    };
  },
});

export const ownTrigger = trigger({
  name: 'own-trigger',
  settings: {},
  gap: () => 2,
  meanGap: () => { trap('meanGap'); return 2; },
  law: () => { trap('law'); return { kind: 'constant', gap: 2 }; },
  symbol: () => { trap('symbol'); return 'H'; },
  text: () => { trap('trigger text'); return 'after two'; },
});

export const size = metric({ name: 'size', when: () => { trap('when'); return true; }, of: () => 1 });

export function agent({ agent }) {
  trap('agent');
  return {
    get stream() { trap('get stream'); return ${stream}; },
    get mean() { trap('get mean'); return ${mean}; },
    operator: (theta, o, out) => { trap('operator'); out[0] = agent + o - theta[0]; },
  };
}

export default scenario({
  name: 'throwing',
  title: 'One function throws',
  question: 'Which one?',
  get measure() { trap('get measure'); return 'error'; },
  answer: () => { trap('answer'); return 'None.'; },
  problem: { kind: 'module', module: import.meta.url, export: 'agent', agents: 3, dimension: 1 },
  algorithms: [own],
  stepSize: 0.1,
  rounds: 3,
  placement: 'inline',
  metrics: [size],
  ${choice}
  sweep: { grid: { 'step-size': [0.1] }, where: () => { trap('where'); return true; } },
});
`,
  );
}
