/** What a page to play with computes: tried here without a browser, and its verdicts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { compared, NOTHING_COMPARED, verdictOf } from '../../../src/runs/play/comparison.ts';
import {
  everyOf,
  type PlayedRun,
  readPlayed,
  type RecordedReplication,
  shownRows,
  writePlayed,
} from '../../../src/runs/play/playedRun.ts';
import { Player } from '../../../src/runs/play/player.ts';
import type { ToPage } from '../../../src/report/playMessages.ts';
import { emptyFolder, fedsa } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';
import { answered, EVERY_PART, expectSame, partOf, played } from './pages.ts';

const folder = emptyFolder();
let plain: PlayedRun;

beforeAll(async () => {
  writeTwoAgents(folder);
  plain = await played(folder, `problem.json ${EVERY_PART}`, 'plain');
});

test('rows that are computed again without kernels and threads are those that were recorded', () =>
  expectSame(plain));

test.each([
  ['--step-size 0.2', { stepSize: 0.2 }],
  ['--local-steps 3 --rounds 12 --seeds 2', { localSteps: 3, rounds: 12, seeds: 2 }],
  ['--algorithm scafflsa,scaffold --step-size 0.1', { algorithms: ['scafflsa', 'scaffold'], stepSize: 0.1 }],
  ['--policy first:1 --sampling iid', { policy: { kind: 'first', count: 1 }, sampling: 'iid' }],
])('with %s the picture is that of the run with these options', async (words, settings) => {
  const out = words.replaceAll(/\W+/g, '-');
  const other = await played(folder, `plain ${words}`, out);
  await expectSame(other);
  const { recorded: _, ...withoutRecord } = plain;
  const here = await answered(new Player(withoutRecord), { settings });
  const direct = await answered(new Player(other), { repeat: true });
  expect(here.view).toEqual(direct.view);
  expect(here.view.figure).toContain('<metadata>');
});

test('a slider goes to the end of its range, which a power of ten may be: H to 100, T to 80', () => {
  const page = readFileSync(join(folder, 'plain', 'report.html'), 'utf8');
  const valuesOf = (flag: string): unknown =>
    JSON.parse(new RegExp(`id="play-${flag}"[^>]* data-values="([^"]*)"`).exec(page)![1]!);
  expect(valuesOf('local-steps')).toEqual(expect.arrayContaining([1, 10, 80, 100]));
  expect(valuesOf('rounds')).toEqual(expect.arrayContaining([1, 8, 80]));
});

test('what was recorded is drawn pale behind other settings, and its errors stand beside theirs', async () => {
  const player = new Player(plain);
  const { view } = await answered(player, { settings: { stepSize: 0.05 } });
  expect(view.figure).toContain('as recorded');
  expect(view.table).toContain('as recorded');
  const alone = await answered(player, {});
  expect(alone.view.figure).not.toContain('as recorded');
  // Without the wish to repeat it nothing is computed: the picture is that of the recorded numbers.
  expect(alone).toMatchObject({ replications: 0 });
  expect(alone.view.figure).toBe(player.recordedView('round')!.figure);
});

test('another axis shows the same numbers again, without computing them', async () => {
  const player = new Player(plain);
  const first = await answered(player, { settings: { stepSize: 0.05 } });
  const second = await answered(player, { settings: { stepSize: 0.05 }, axis: 'uplinkBytes' });
  expect(first).toMatchObject({ replications: 9 });
  expect(second).toMatchObject({ replications: 0 });
  expect(second.view.table).toBe(first.view.table);
  expect(second.view.figure).toContain('sent to the server');
});

test('algorithms that do not go with a policy are left out with the reason; settings that mean nothing are refused', async () => {
  const player = new Player(plain);
  // α_g is a parameter of an algorithm that is left out alone.
  const settings = { policy: { kind: 'asynchronous' }, serverStepSize: 0.5 } as const;
  const { leftOut } = await answered(player, { settings });
  expect(leftOut).toEqual([
    { algorithm: 'fedhsa', reason: expect.stringMatching(/^does not go with async/) },
  ]);
  await expect(answered(player, { settings: { algorithms: ['scaffold'] } })).rejects.toThrow(
    '`stepSize` is needed',
  );
});

test('the program in the page gives its verdict without anything of Node', async () => {
  const page = join(folder, 'plain', 'report.html');
  const messages: ToPage[] = [];
  await new Promise<void>((resolve) => {
    const worker = {
      ...{ atob, btoa, queueMicrotask, performance, console, crypto, TextEncoder },
      postMessage: (message: ToPage) => {
        messages.push(message);
        if (message.kind !== 'drawn') resolve();
      },
      onmessage: undefined as unknown as (message: { data: object }) => void,
    };
    runInNewContext(partOf(page, 'program'), worker);
    worker.onmessage({ data: { kind: 'run', text: partOf(page, 'run') } });
    worker.onmessage({ data: { kind: 'wish', wish: { settings: {}, axis: 'round', repeat: true } } });
  });
  expect(messages.at(-1)).toMatchObject({
    kind: 'done',
    verdict: {
      holds: true,
      text: 'As recorded, bit for bit: this browser computes the same 81 rows of 9 replications.',
    },
  });
});

describe('a replication that is another', () => {
  /** What is said where the recorded one differs as given. */
  const verdict = async (change: (recorded: RecordedReplication) => RecordedReplication) => {
    const [first, second, ...others] = plain.recorded!.replications;
    const replications = [first!, change(second!), ...others];
    const run = { ...plain, recorded: { ...plain.recorded!, replications } };
    return verdictOf((await answered(new Player(run), { repeat: true })).comparison!);
  };
  const withError = (factor: number) =>
    verdict(({ columns, ...recorded }) => ({
      ...recorded,
      digest: '',
      columns: {
        ...columns,
        error: columns.error!.map((value, row) => (row === 5 ? factor * value : value)),
      },
    }));

  test('in a last bit is agreement up to rounding', async () => {
    const { holds, text } = await withError(1 + 2 ** -51);
    expect(holds).toBe(true);
    expect(text).toMatch(
      /^As recorded up to rounding: 8 of 9 replications .* \d\.\de-16 of the number \(local-sa, seed 2, round 5, error\)/,
    );
  });

  test('in a digit is a difference', async () => {
    expect(await withError(1.001)).toEqual({
      holds: false,
      text: 'Different from what was recorded: 8 of 9 replications are the same, bit for bit, and the largest difference is 1.0e-3 of the number (local-sa, seed 2, round 5, error).',
    });
  });

  test('or has other rows, is a difference beyond measure', async () => {
    const { holds, text } = await verdict((recorded) => ({ ...recorded, digest: '', rows: 8 }));
    expect(holds).toBe(false);
    expect(text).toContain('beyond measure (local-sa, seed 2, 9 rows instead of 8)');
  });

  test('in numbers that the page does not hold, is said to be that', async () => {
    const { text } = await verdict((recorded) => ({ ...recorded, digest: '' }));
    expect(text).toMatch(/^As recorded in all numbers that this page holds: 8 of 9/);
  });
});

test('a replication that takes long says how far it is, and what is there is drawn', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const answers: { readonly kind: string; readonly share?: number }[] = [];
  const { recorded: _, ...withoutRecord } = plain;
  await new Player(withoutRecord).play({ settings: { seeds: 2 }, axis: 'round' }, (answer) =>
    answers.push(answer),
  );
  clock.mockRestore();
  expect(answers.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['computing', 'drawn', 'done']) as string[],
  );
  const shares = answers.flatMap(({ share }) => share ?? []);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // The second of nine rounds of the first of six replications.
  expect(shares[1]).toBeCloseTo(1 / 8 / 6, 12);
  expect(shares.at(-1)).toBe(1);
});

test('an algorithm is offered where sliders say all that it needs', () => {
  const page = readFileSync(join(folder, 'plain', 'report.html'), 'utf8');
  const fields = [...page.matchAll(/data-field="(\w+)"/g)].map(([, field]) => field);
  const boxes = [...page.matchAll(/value="([\w-]+)" data-needs="([\w ]*)"/g)];
  for (const [, , needs] of boxes) expect(fields).toEqual(expect.arrayContaining(needs!.split(' ')));
  const names = boxes.map(([, name]) => name);
  expect(names.slice(0, 3)).toEqual(['local-sa', 'scafflsa', 'fedhsa']);
  expect(names).toContain('minibatch-sgd');
  // It has a momentum, for which there is no default and no slider.
  expect(names).not.toContain('local-sgd-m');
});

test('of variants of one algorithm no slider makes the same what they differ in, and they have one box; their names are text', async () => {
  writeFileSync(
    join(folder, 'variants.ts'),
    `import { scenario } from 'fedsa';
    const algorithms = [{ name: 'local-sa', stepSize: 0.1, label: '<i>A' }, { name: 'local-sa', stepSize: 0.05 },
      { name: 'scafflsa', stepSize: 0.1 }];
    export default scenario({ name: 'v', title: 'v', question: 'v?', algorithms, rounds: 5, seeds: 1,
      problem: { kind: 'problem-file', path: 'problem.json' } });`,
  );
  const run = await played(folder, 'variants.ts', 'variants');
  await expectSame(run);
  const page = readFileSync(join(folder, 'variants', 'report.html'), 'utf8');
  const sliders = [...page.matchAll(/type="range"[^>]*data-field="(\w+)"/g)].map(([, field]) => field);
  expect(sliders).toEqual(['localSteps', 'rounds', 'seeds']);
  const boxes = [...page.matchAll(/name="algorithm" value="([^"]*)"[^>]*\/>\s*([^<]*?)\s*</g)].slice(0, 2);
  expect(boxes.map(([, name, title]) => [name, title])).toEqual([
    ['local-sa', 'Local SA, 2 variants'],
    ['scafflsa', 'SCAFFLSA'],
  ]);
  const { view } = await answered(new Player(run), { settings: { rounds: 8, algorithms: ['local-sa'] } });
  expect([...view.table.matchAll(/<th scope="row">([^<]*)</g)].map(([, title]) => title)).toEqual([
    '&lt;i&gt;A',
    'Local SA',
  ]);
  expect(view.figure + view.table).toContain('&lt;i&gt;A');
  expect(view.figure + view.table).not.toContain('<i>A');
});

test('of long runs a page holds every k-th row and the last, and digests of all', async () => {
  expect(everyOf([{ rows: 12_000 }])).toBe(1);
  expect(everyOf([{ rows: 12_000 }, { rows: 1 }])).toBe(2);
  expect(shownRows(8, 3)).toEqual([0, 3, 6, 7]);
  const [recorded] = plain.recorded!.replications;
  const view = shownRows(recorded!.rows, 4);
  const thin = {
    ...recorded!,
    digest: '',
    columns: Object.fromEntries(
      Object.entries(recorded!.columns).map(([name, values]) => [
        name,
        Float64Array.from(view, (row) => values[row]!),
      ]),
    ),
  };
  const series = Object.fromEntries(Object.entries(recorded!.columns).map(([name, all]) => [name, [...all]]));
  const replicated = { series: { columns: series }, rows: [] } as unknown as Parameters<typeof compared>[2];
  expect(await compared(NOTHING_COMPARED, thin, replicated, 4)).toMatchObject({
    largest: 0,
    rows: recorded!.rows,
  });
});

test('arrays keep every bit', () => {
  const matrix = Float64Array.of(-0, NaN, Infinity, 5e-324, 1 / 3);
  const run = { specification: { matrix, small: Uint8Array.of(255, 0) } } as unknown as PlayedRun;
  expect(readPlayed(writePlayed(run))).toEqual(run);
});

describe('pages', () => {
  test('fedsa play writes a page of a problem, whose command is that of the same run', async () => {
    const words = 'play problem.json --step-size 0.1 --rounds 5 --out page.html'.split(' ');
    expect(await fedsa(folder, ...words)).toEqual({ status: 0, stdout: 'Page: page.html\n', stderr: '' });
    const run = readPlayed(partOf(join(folder, 'page.html'), 'run'));
    expect(run.target).toEqual(['problem.json', '--step-size', '0.1', '--rounds', '5']);
    expect(run.recorded).toBeUndefined();
    const direct = await played(folder, run.target.join(' '), 'direct');
    const here = await answered(new Player(run), {});
    expect(here.view).toEqual((await answered(new Player(direct), { repeat: true })).view);
    // Again it is replaced; another file is not.
    expect(await fedsa(folder, ...words)).toMatchObject({ status: 0 });
    writeFileSync(join(folder, 'mine.html'), 'my own');
    expect(await fedsa(folder, ...words.with(-1, 'mine.html'))).toEqual({
      ...{ status: 2, stdout: '' },
      stderr: 'fedsa: --out mine.html: is there already, and no page of this kind; name another file\n',
    });
    expect(readFileSync(join(folder, 'mine.html'), 'utf8')).toBe('my own');
  });

  test('a page goes into no FIFO, folder, device, missing folder or report', async () => {
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const report = readFileSync(join(folder, 'plain/report.html'), 'utf8');
    const lines = [
      ['fifo', 'fifo: this is a FIFO; expected a regular file'],
      ['folder', 'folder: this is a folder; expected a regular file'],
      ['/dev/null', '/dev/null: this is a device; expected a regular file'],
      [
        'none/page.html',
        '--out none/page.html: lies in no folder that is there; expected the path of a page',
      ],
      ['', '--out : lies in no folder that is there; expected the path of a page'],
      [
        'plain/report.html',
        '--out plain/report.html: is there already, and no page of this kind; name another file',
      ],
    ];
    for (const [out, line] of lines)
      expect(await fedsa(folder, 'play', 'plain', '--out', out!)).toEqual({
        ...{ status: 2, stdout: '' },
        stderr: `fedsa: ${line!}\n`,
      });
    expect(readFileSync(join(folder, 'plain/report.html'), 'utf8')).toBe(report);
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('the command of a page has every word but that of the page, also one that is the name again', async () => {
    await played(folder, `problem.json ${EVERY_PART}`, 'iid');
    const words = 'play --sampling iid iid --step-size=0.2 --rounds 2 --out named.html'.split(' ');
    expect(await fedsa(folder, ...words)).toMatchObject({ status: 0, stderr: '' });
    expect(readPlayed(partOf(join(folder, 'named.html'), 'run')).target).toEqual(
      'iid --sampling iid --step-size 0.2 --rounds 2'.split(' '),
    );
  });

  test('of a run directory it holds what was recorded', async () => {
    expect(await fedsa(folder, 'play', 'plain', '--out', 'of-run.html')).toMatchObject({ status: 0 });
    const run = readPlayed(partOf(join(folder, 'of-run.html'), 'run'));
    expect(run.recorded).toEqual(plain.recorded);
  });

  test('a report that its readers can play with is at most 500 kB larger', async () => {
    const size = (): number => readFileSync(join(folder, 'plain', 'report.html')).length;
    const interactive = size();
    await fedsa(folder, 'report', 'plain');
    expect(interactive - size()).toBeGreaterThan(100_000);
    expect(interactive - size()).toBeLessThan(500_000);
    await fedsa(folder, 'report', 'plain', '--interactive');
    expect(size()).toBe(interactive);
  });

  test('what a page cannot compute is refused in a line, before anything is written', async () => {
    const wall = 'run problem.json --step-size 0.1 --rounds 2 --clock wall --policy first:1 --out wall';
    expect(await fedsa(folder, ...wall.split(' '), '--interactive')).toEqual({
      ...{ status: 2, stdout: '' },
      stderr:
        'fedsa: problem: no page can compute it: the run is on the wall clock, which a page cannot repeat\n',
    });
    await fedsa(folder, ...wall.split(' '), '--no-report', '--quiet');
    expect((await fedsa(folder, 'report', 'wall', '--interactive')).stderr).toMatch(/wall clock/);
    expect((await fedsa(folder, 'play', 'wall')).stderr).toMatch(
      /^fedsa: wall: no page can compute it: the run is on/,
    );
  });
});
