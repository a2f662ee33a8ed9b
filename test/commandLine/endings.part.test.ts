/** How the program ends when a user's code, a signal or the disk will have it otherwise. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inLong, inSuite } from '../tooling/parts.ts';
import { emptyFolder, fedsa, fedsaWithoutRoom, library, start, type Started, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';
import { writeUserScenario } from './userScenario.ts';

const { run } = library;

const folder = emptyFolder();
/** An operator that never ends says so first. */
const LOOPING = "if (call === 100) { process.stdout.write('looping'); for (;;) call++; }";

beforeAll(() => {
  writeTwoAgents(folder);
  writeUserScenario(folder, LOOPING, 'looping.ts');
  writeUserScenario(
    folder,
    "if (call === 100) setTimeout(() => { throw new Error('too late'); }, 0);",
    'late.ts',
  );
  writeFileSync(
    join(folder, 'waiting.ts'),
    "process.stdout.write('waiting'); await new Promise((r) => setTimeout(r, 1e6));",
  );
  writeFileSync(join(folder, 'exiting.ts'), 'process.exit(130);');
});

const manifestOf = (out: string) =>
  JSON.parse(text(folder, out, 'manifest.json')) as { state: string; failure: string | null };

const ofUser = (name: string): Started =>
  start(folder, 'run', name, '--placement', 'inline', '--no-report', '--quiet', '--out', `out-${name}`);

// Each of these is a process of its own, since only a process shows it.
inLong.describe('a process', () => {
  test('that is still reading its scenario ends with the first', async () => {
    const waiting = ofUser('waiting.ts');
    await waiting.saw((stdout) => stdout.includes('waiting'));
    waiting.child.kill('SIGTERM');
    expect(await waiting.ended).toEqual({ status: 130, stdout: 'waiting', stderr: '' });
  });

  test('whose terminal is closed is interrupted, and keeps what is finished', async () => {
    const words = ['--step-size', '0.05', '--rounds', '1e9', '--record', 'every=1000', '--no-report'];
    const running = start(folder, 'run', 'problem.json', ...words, '--json', '--out', 'hung-up');
    await running.saw((stdout) => stdout.includes('progress'));
    running.child.kill('SIGHUP');
    expect(await running.ended).toMatchObject({ status: 130 });
    expect(manifestOf('hung-up').state).toBe('interrupted');
  });

  test.each([
    [['init', 'new/study'], 'new/study/scenario.ts: could not'],
    [
      ['sweep', 'problem.json', '--grid', 'step-size=0.1,0.2', '--out', 'grid'],
      'grid/sweep.json: the file cannot',
    ],
  ])('%j without room names the file', async (words, file) => {
    expect(await fedsaWithoutRoom(folder, ...words)).toEqual({
      status: 1,
      stdout: '',
      stderr: `fedsa: ${file} be written (EFBIG: file too large)\n`,
    });
    expect(readdirSync(folder)).not.toContain('new');
  });

  test('in which a module sets toJSON on everything is refused, and one whose operator does so later writes what is so', async () => {
    const later = '(Object.prototype as unknown as Record<string, unknown>).toJSON = () => 7;';
    writeFileSync(join(folder, 'setting.ts'), `${later}\nexport default {};\n`);
    expect(await ofUser('setting.ts').ended).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'fedsa: setting.ts: cannot be imported: a module sets Object.prototype.toJSON, which changes the JSON of every value; set it on your own class\n',
    });
    writeUserScenario(folder, `if (call === 100) ${later}`, 'changing.ts');
    expect(await ofUser('changing.ts').ended).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(manifestOf('out-changing.ts')).toMatchObject({ state: 'completed', failure: null });
  });
});

inSuite.describe('a process', () => {
  test('whose operator loops for ever ends with the second signal', async () => {
    const looping = ofUser('looping.ts');
    await looping.saw((stdout) => stdout.includes('looping'));
    looping.child.kill('SIGINT');
    // Signals of one kind that are not yet delivered are one: the other kind is a second for sure.
    looping.child.kill('SIGTERM');
    expect(await looping.ended).toEqual({ status: 130, stdout: 'looping', stderr: '' });
  });

  test('whose scenario ends the program as if it had been interrupted says so', async () => {
    const ended = await ofUser('exiting.ts').ended;
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^fedsa: ended by the scenario's own code [^\n]+\n$/);
  });

  test('that finds no room at all says so in a line, and leaves nothing behind', async () => {
    const words = ['run', 'problem.json', '--step-size', '0.05', '--quiet', '--out', 'no/room'];
    expect(await fedsaWithoutRoom(folder, ...words)).toEqual({
      // Another folder of a full disk would do no better: the command is right, and a cluster may try it again.
      status: 1,
      stdout: '',
      stderr: 'fedsa: no/room: the results cannot be written (EFBIG: file too large)\n',
    });
    expect(readdirSync(folder)).not.toContain('no');
  });

  test('in which code throws that nobody waits for says so in a line, and the run has failed', async () => {
    const ended = await ofUser('late.ts').ended;
    const line = 'code that is not awaited threw (a timer, or a promise): Error: too late';
    expect(ended).toEqual({ status: 1, stdout: '', stderr: `fedsa: ${line}\n` });
    expect(manifestOf('out-late.ts')).toMatchObject({ state: 'failed', failure: line });
  });
});

const SETTINGS = { algorithms: ['local-sa'], stepSize: 0.05, localSteps: 2, placement: 'inline' } as const;
const problem = join(folder, 'problem.json');

inSuite.describe('a run fails with its own cause', () => {
  test('where the mean operator of a user throws after the start', async () => {
    writeFileSync(
      join(folder, 'mean.ts'),
      `import { scenario } from 'fedsa';
let call = 0;
export const agent = () => ({
  stream: { initial: () => 0, next: () => 0 },
  operator: (theta, x, out) => { out[0] = -theta[0]; },
  mean: { kind: 'nonlinear', evaluate: (theta, out) => { if (++call > 500) throw new Error('no mean'); out[0] = -theta[0]; } },
});
const problem = { kind: 'module', module: import.meta.url, export: 'agent', agents: 1, dimension: 1 };
export default scenario({ name: 'mean', title: 'Mean', question: '', problem, stepSize: 0.1, localSteps: 1, rounds: 2000 });
`,
    );
    const ended = await fedsa(
      folder,
      'run',
      'mean.ts',
      '--placement',
      'inline',
      '--no-report',
      '--quiet',
      '--out',
      'mean',
    );
    expect(ended).toMatchObject({ status: 1, stdout: '' });
    expect(ended.stderr).toMatch(
      /^fedsa: agent\(\) of file:\S+mean\.ts, agent 0: mean\.evaluate threw: no mean\n$/,
    );
    expect(manifestOf('mean')).toMatchObject({ state: 'failed' });
  });

  inSuite.test('where its folder is removed, without an error of the report in its place', async () => {
    const out = join(folder, 'removed');
    const { state, failure, report, algorithms } = await run(
      problem,
      { ...SETTINGS, rounds: 50 },
      {
        out,
        observe: (inspection) => {
          if (inspection.kind === 'roundRecorded') rmSync(out, { recursive: true, force: true });
        },
      },
    );
    expect({ state, report, algorithms }).toEqual({ state: 'failed', report: undefined, algorithms: [] });
    expect(failure).toBe(
      `${join(out, 'rounds.csv')}: rows could not be written (another program has removed or replaced it)`,
    );
  });

  inSuite.test('where only its report cannot be written: the run itself is complete', async () => {
    const out = join(folder, 'unreported');
    await run(problem, { ...SETTINGS, rounds: 5 }, { out, report: false });
    rmSync(join(out, 'rounds.csv'));
    await run(
      problem,
      { ...SETTINGS, rounds: 5 },
      {
        out,
        observe: (inspection) => {
          if (inspection.kind === 'placed') mkdirSync(join(out, 'report.html'));
        },
      },
    ).then(({ state, failure, report }) => {
      expect({ state, report }).toEqual({ state: 'failed', report: undefined });
      expect(failure).toMatch(/^\S+report\.html: this is a folder; expected a regular file$/);
    });
    expect(manifestOf('unreported')).toMatchObject({ state: 'completed', failure: null });
    expect(readdirSync(out)).not.toContain('run.lock');
  });
});
