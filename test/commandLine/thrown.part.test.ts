/** Whatever a user's function throws while a run is prepared, one line names the file, the function and what was thrown. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { thrownText } from '../../src/values/quoted.ts';
import { unforeseenLine } from '../../src/runs/unforeseenLine.ts';
import { inSuite, oneOfEach } from '../tooling/parts.ts';
import { emptyFolder, fedsa, library } from './builtProgram.ts';
import { type Variant, writeThrowing } from './thrownScenario.ts';

const folder = join(emptyFolder(), 'work');
const file = join(folder, 'scenario.ts');

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

const COMMANDS = {
  run: ['run', 'scenario.ts', '--out', 'out', '--no-report', '--quiet'],
  iid: ['run', 'scenario.ts', '--out', 'out', '--sampling', 'iid', '--quiet'],
  theory: ['theory', 'scenario.ts'],
  worst: ['worst', 'scenario.ts', '--staleness', '3'],
  sweep: ['sweep', 'scenario.ts', '--out', 'out', '--threads', '1', '--quiet'],
  check: ['check', 'scenario.ts'],
} as const;

type Command = keyof typeof COMMANDS;

const agent = `agent() of file://${file}, agent 0`;

/** Functions, with the words for each and the commands that call it before anything is written. */
const PREPARING: readonly (readonly [at: string, variant: Variant, words: string, commands: Command[]])[] = [
  ['module', 'chain', 'scenario.ts: cannot be imported:', ['run', 'theory', 'worst', 'sweep', 'check']],
  ['get measure', 'chain', 'scenario.ts: the scenario cannot be read:', ['run', 'sweep', 'check']],
  [
    'refuse',
    'chain',
    `algorithm own of ${file}: refuse threw:`,
    ['run', 'theory', 'worst', 'sweep', 'check'],
  ],
  ['under', 'chain', `algorithm own of ${file}: under threw:`, ['run', 'theory', 'worst', 'sweep', 'check']],
  ['server', 'free', `algorithm own of ${file}: server threw:`, ['run', 'theory', 'worst', 'sweep']],
  ['policy text', 'stream', `--policy: own-policy of ${file}: text threw:`, ['run', 'sweep']],
  ['policy refuse', 'stream', `--policy: own-policy of ${file}: refuse threw:`, ['run', 'sweep']],
  ['carries', 'free', `--policy: own-policy of ${file}: carries threw:`, ['run', 'sweep']],
  [
    'heldUpBy',
    'stream',
    `policy own-policy of ${file}: heldUpBy threw:`,
    ['run', 'theory', 'sweep', 'check'],
  ],
  ['orders', 'free', `policy own-policy of ${file}: orders threw:`, ['run', 'worst', 'sweep']],
  ['pace', 'stream', `policy own-policy of ${file}: pace threw:`, ['run', 'theory']],
  ['free', 'free', `policy own-policy of ${file}: free threw:`, ['run', 'sweep']],
  ['weight', 'free', `policy own-policy of ${file}: weight threw:`, ['theory']],
  ['meanGap', 'chain', `--trigger: own-trigger of ${file}: meanGap threw:`, ['run', 'sweep']],
  ['law', 'chain', `--trigger: own-trigger of ${file}: law threw:`, ['run', 'sweep']],
  ['symbol', 'chain', `--trigger: own-trigger of ${file}: symbol threw:`, ['run', 'sweep']],
  ['trigger text', 'chain', `--trigger: own-trigger of ${file}: text threw:`, ['run', 'sweep']],
  ['when', 'chain', `metric size of ${file}: when threw:`, ['run', 'sweep']],
  ['agent', 'chain', `${agent} threw:`, ['run', 'theory', 'worst', 'sweep']],
  ['get stream', 'chain', `${agent} threw:`, ['run', 'sweep']],
  ['get mean', 'free', `${agent} threw:`, ['run', 'sweep']],
  ['stream.initial', 'stream', `${agent}: stream.initial threw:`, ['run', 'sweep']],
  ['stream.independent', 'stream', `${agent}: stream.independent threw:`, ['iid']],
  ['operator', 'chain', `${agent}: operator threw:`, ['run', 'theory', 'worst']],
  ['mean.evaluate', 'stream', `${agent}: mean.evaluate threw:`, ['run', 'theory']],
  ['mean.jacobian', 'stream', `${agent}: mean.jacobian threw:`, ['run', 'theory']],
  ['where', 'chain', `${file}: sweep.where at step-size=0.1 threw:`, ['sweep']],
];

const isPoint = /^fedsa: step-size=0\.1: /;

/** Each function with each command; a command on a tiny problem takes a twentieth of a second. */
const PREPARED = PREPARING.map(([at, variant, words, commands]) =>
  commands.map((command) => [at, variant, words, command] as const),
);

describe('a user’s function that throws', () => {
  test.each(oneOfEach(PREPARED))('%s (%s): "%s" is bad input of %s', async (at, variant, words, command) => {
    writeThrowing(folder, variant, at, 'new Error("boom")');
    const { status, stderr } = await fedsa(folder, ...COMMANDS[command]);
    const line = command === 'sweep' ? stderr.replace(isPoint, 'fedsa: ') : stderr;
    expect([status, line]).toEqual([2, `fedsa: ${words} boom\n`]);
    expect(readdirSync(folder)).toEqual(['scenario.ts']);
  });
});

inSuite.describe('a user’s function that throws', () => {
  test.each([
    ['answer', 'chain', `${file}: answer threw: boom`],
    ['weight', 'free', `policy own-policy of ${file}: weight threw: boom`],
    [
      'streams',
      'chain',
      `a worker failed in start of round 0 (own, seed 1): algorithm own of ${file}: streams threw: boom`,
    ],
    ['ask', 'chain', 'agent 0 failed in local steps of round 1 (own, seed 1): boom'],
  ] as const)('%s (%s) fails the run that has begun: %s', async (at, variant, line) => {
    writeThrowing(folder, variant, at, 'new Error("boom")');
    const { status, stderr } = await fedsa(folder, ...COMMANDS.run);
    expect([status, stderr]).toEqual([1, `fedsa: ${line}\n`]);
  });

  test('fails a point of a sweep in a line', async () => {
    writeThrowing(folder, 'stream', 'mean.evaluate', 'undefined');
    const { status, stderr } = await fedsa(folder, ...COMMANDS.sweep);
    const line = `fedsa: step-size=0.1: own: ${agent}: mean.evaluate threw: undefined\n`;
    expect([status, stderr]).toEqual([1, line]);
  });
});

/** What may be thrown, with its text. */
const THROWN: readonly (readonly [expression: string, text: string])[] = [
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['"boom"', 'boom'],
  ['""', 'an empty text'],
  ['7n', '7'],
  ['Symbol("boom")', 'Symbol(boom)'],
  ['() => 1', 'a function'],
  ['{ code: 3 }', 'the object {"code":3}'],
  ['{ get message() { throw new Error("no"); } }', 'an object that cannot be read'],
  ['Object.defineProperty(new Error(), "message", { get() { throw 1; } })', 'an object that cannot be read'],
  ['Object.assign(new Error("boom"), { work: () => 1 })', 'boom'],
  ['new RangeError()', 'RangeError'],
  ['new Error("boom\\n\\nmore")', 'boom'],
  ['foreign()', 'boom'],
];

/** Each value at each place. */
const SAID = THROWN.map(([expression, text]) => [
  [expression, 'module', 'check', 2, `scenario.ts: cannot be imported: ${text}`] as const,
  [expression, 'refuse', 'run', 2, `algorithm own of ${file}: refuse threw: ${text}`] as const,
  [expression, 'ask', 'run', 1, `agent 0 failed in local steps of round 1 (own, seed 1): ${text}`] as const,
]);

test.each(oneOfEach(SAID))(
  'what is thrown, %s in %s, is said by %s',
  async (expression, at, command, ...told) => {
    const [expected, line] = told;
    writeThrowing(folder, 'chain', at, expression);
    const { status, stderr } = await fedsa(folder, ...COMMANDS[command]);
    // An actor’s failure is told with all lines of its cause.
    expect([status, stderr.replace(/boom more\n$/, 'boom\n')]).toEqual([expected, `fedsa: ${line}\n`]);
  },
);

inSuite.describe('what is thrown', () => {
  test('crosses from a thread of agents', async () => {
    writeThrowing(folder, 'chain', 'ask', '{ get message() { throw new Error("no"); } }');
    const { status, stderr } = await fedsa(folder, ...COMMANDS.run, '--placement', 'own-thread');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^fedsa: agent \d failed in local steps of round 1 \(own, seed 1\): an object that cannot be read\n$/,
    );
  });

  test('in a getter that is read later is no fault of the program', () => {
    const frames = (frame: string): Error =>
      Object.assign(new Error('boom'), { stack: `Error: boom\n    at ${frame}` });
    expect(unforeseenLine(frames('get title (data:text/javascript;base64,AA:1:2)'))).toBe(
      'a user’s code threw: boom',
    );
    expect(unforeseenLine(undefined)).toBe('a user’s code threw: undefined');
    expect(
      unforeseenLine(frames('load (file:///program/part.js:1:2)\n    at data:text/javascript;base64,AA:1:2')),
    ).toMatch(/^internal error: Error: boom\n/);
  });

  test('may be of another realm, or a proxy that cannot even be asked what it is', () => {
    expect(thrownText(runInNewContext('new TypeError("boom")'))).toBe('boom');
    const refuse = (): never => {
      throw new Error('no');
    };
    const proxy = new Proxy({}, { get: refuse, getPrototypeOf: refuse, ownKeys: refuse });
    expect(thrownText(proxy)).toBe('an object that cannot be read');
    expect(unforeseenLine(proxy)).toBe('a user’s code threw: an object that cannot be read');
  });
});

inSuite.describe('a caller’s observer that throws', () => {
  const observe = (): never => {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- anything can be thrown
    throw undefined;
  };
  const settings = { rounds: 3, stepSize: 0.1, localSteps: 1, algorithms: ['local-sa'] } as const;

  beforeEach(() => {
    writeFileSync(
      join(folder, 'problem.json'),
      JSON.stringify({
        format: 'fedsa-problem/1',
        kind: 'linear',
        dimension: 1,
        agents: [{ transition: [[1]], A: [[[1]]], b: [[1]] }],
      }),
    );
  });

  test('fails the run in its line', async () => {
    const options = { observe, out: join(folder, 'run'), report: false };
    const { state, failure } = await library.run(join(folder, 'problem.json'), settings, options);
    expect([state, failure]).toEqual(['failed', 'observe threw: undefined']);
  });

  test('ends a sweep with its line', async () => {
    const options = { observe, out: join(folder, 'sweep'), report: false };
    const swept = { grid: { 'step-size': [0.1, 0.2] } };
    const done = library.sweep(join(folder, 'problem.json'), swept, settings, options);
    await expect(done).rejects.toMatchObject({ name: 'InputError', message: 'observe threw: undefined' });
  });
});
