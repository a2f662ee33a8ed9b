/** `fedsa reproduce` from claims to files, on scenarios that take no time. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Claim, ClaimResult } from '../../src/claims/claim.ts';
import { finals, tailMeans } from '../../src/claims/runData.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { exactly, jointLevel, ratioInterval } from '../../src/claims/statistics/intervals.ts';
import { reproduce } from '../../src/runs/reproduce/reproduce.ts';
import { InputError } from '../../src/values/failure.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';
import { specimen } from '../oracles/specimens.ts';

const SCENARIO = 'tiny';

const definition: ScenarioDefinition = {
  name: SCENARIO,
  title: 'Tiny',
  question: 'Does a shorter step end nearer?',
  problem: specimen('gauss-markov-quadratic', {
    agents: 2,
    dimension: 2,
    noiseVariance: 0.01,
    noiseSpectralRadius: 0.5,
  }),
  algorithms: ['fedhsa'],
  rounds: 400,
  seeds: 3,
  placement: 'inline',
  quick: { rounds: 200 },
  across: 'step size η',
  panels: {
    short: { title: 'η = 0.01', at: 0.01, stepSize: 0.01 },
    long: { title: 'η = 0.04', at: 0.04, stepSize: 0.04 },
  },
};

const nearer: Claim = {
  name: 'shorter-is-nearer',
  paper: 'FedHSA',
  source: 'nowhere',
  quote: 'the shorter the nearer',
  statement: 'A shorter step ends nearer.',
  region: 'Refuted by a ratio above 1.',
  needs: [{ scenario: SCENARIO, definition: definition }],
  test: (data) => ({
    parts: [
      {
        statistic: 'floor at the short step over that at the long one',
        value: ratioInterval(
          tailMeans(data.run(SCENARIO, 'short'), 'fedhsa', 'error', 0.5),
          tailMeans(data.run(SCENARIO, 'long'), 'fedhsa', 'error', 0.5),
          jointLevel(1),
        ),
        claimed: { high: 1 },
      },
    ],
  }),
};

const wrong: Claim = {
  ...nearer,
  name: 'nothing-is-left',
  statement: 'Noise leaves no error.',
  needs: [{ scenario: SCENARIO, definition: definition, panels: ['long'], predictions: true }],
  test: (data) => ({
    parts: [
      {
        statistic: 'final error',
        value: exactly(finals(data.run(SCENARIO), 'fedhsa', 'error')[0]!),
        claimed: { high: 0 },
      },
    ],
  }),
};

const nothingToRun = {
  parts: [{ statistic: 'one', value: exactly(1), claimed: { low: 0 } }],
};

async function tested(
  claims: readonly Claim[],
  out: string,
  quick = true,
  signal = new AbortController().signal,
) {
  const ran: string[] = [];
  const decided: ClaimResult[] = [];
  const nothing = (): void => undefined;
  const result = await reproduce({ claims, quick, out, commandArguments: ['reproduce'] }, signal, {
    progress: (run, _, inspection) => {
      if (inspection.kind === 'roundRecorded' && ran.at(-1) !== run.panel) ran.push(run.panel!);
    },
    runEnded: nothing,
    decided: (claimResult) => decided.push(claimResult),
  });
  return { ...result, ran, decided };
}

describe('reproduce', () => {
  it('runs once what claims share, decides, writes, and completes what is missing', async () => {
    const out = join(emptyFolder(), 'claims');
    const first = await tested([nearer, wrong], out);
    expect(first.state).toBe('completed');
    expect(first.results.map(({ verdict }) => verdict)).toEqual(['confirmed', 'refuted']);
    expect(first.decided).toEqual(first.results);

    const written = JSON.parse(readFileSync(join(out, 'claims.json'), 'utf8')) as {
      claims: { name: string; verdict: string; runs: string[] }[];
    };
    expect(written.claims.map(({ name, verdict, runs }) => [name, verdict, runs])).toEqual([
      ['shorter-is-nearer', 'confirmed', ['runs/tiny/short', 'runs/tiny/long']],
      ['nothing-is-left', 'refuted', ['runs/tiny/long']],
    ]);
    for (const folder of written.claims[0]!.runs) {
      expect(existsSync(join(out, folder, 'report.html'))).toBe(true);
    }
    // theory is there where a claim reads it
    const predicted = written.claims[0]!.runs.map(
      (folder) => readManifest(join(out, folder)).predictions.length,
    );
    expect(predicted).toEqual([0, 1]);
    const page = readFileSync(join(out, 'fedhsa.html'), 'utf8');
    expect(page).toContain('href="runs/tiny/short/report.html"');
    expect(page.match(/<svg/g)!.length).toBeGreaterThanOrEqual(2);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);

    const rows = readFileSync(join(out, 'runs/tiny/long/rounds.csv'), 'utf8');
    rmSync(join(out, 'runs/tiny/long'), { recursive: true });
    const again = await tested([nearer, wrong], out);
    expect(first.ran).toEqual(['short', 'long']);
    expect(again.ran).toEqual(['long']);
    expect(readFileSync(join(out, 'runs/tiny/long/rounds.csv'), 'utf8')).toBe(rows);
    expect(again.results).toEqual(first.results);
  });

  it('ends at an interrupt without verdicts that it cannot give', async () => {
    const computed: Claim = { ...wrong, name: 'computed', needs: [], test: () => nothingToRun };
    const out = join(emptyFolder(), 'claims');
    const { state, report, results } = await tested([nearer, computed], out, true, AbortSignal.abort());
    expect(state).toBe('interrupted');
    expect(report).toBeUndefined();
    expect(results.map(({ claim }) => claim.name)).toEqual(['computed']);
    expect((await tested([nearer, computed], out)).state).toBe('completed');
  });

  it('refuses a folder of the other size, and one of something else', async () => {
    const out = join(emptyFolder(), 'claims');
    await tested([wrong], out);
    await expect(tested([wrong], out, false)).rejects.toThrow(InputError);
    const other = emptyFolder();
    writeFileSync(join(other, 'mine.txt'), 'mine');
    await expect(tested([wrong], other)).rejects.toThrow(/is not empty/);
  });

  it('tells of a run that failed, and tests the rest', async () => {
    const diverging: Claim = {
      ...wrong,
      name: 'diverges',
      needs: [
        {
          scenario: 'wild',
          definition: {
            ...definition,
            name: 'wild',
            panels: { only: { title: 'only', at: 1, stepSize: 1e9 } },
          },
        },
      ],
    };
    const { state, results } = await tested([diverging, nearer], join(emptyFolder(), 'claims'));
    expect(state).toBe('failed');
    expect(results.map(({ verdict }) => verdict)).toEqual(['untested', 'confirmed']);
    expect(results[0]!.note).toMatch(/diverged/);
  });
});

describe('fedsa reproduce', () => {
  it('prints a claim as JSON, and where the page is', async () => {
    const folder = emptyFolder();
    const { status, stdout } = await fedsa(
      folder,
      'reproduce',
      'richardson-romberg-bias-speed-up',
      '--out',
      'claims',
      '--json',
    );
    expect(status).toBe(0);
    const [claim, end] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(claim).toMatchObject({
      type: 'claim',
      name: 'richardson-romberg-bias-speed-up',
      verdict: 'corrected',
    });
    expect(end).toMatchObject({ type: 'result', state: 'completed', report: join('claims', 'report.html') });
    expect(existsSync(join(folder, 'claims', 'claims.csv'))).toBe(true);
  });

  it('says what is not testable without the data', async () => {
    const { status, stdout } = await fedsa(emptyFolder(), 'reproduce', 'streaming-fl-more-agents', '--quick');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^untested {7}streaming-fl-more-agents/);
    expect(stdout).toContain('FEDSA_AIR_QUALITY');
  });

  it('refuses a folder without the data before the runs of other claims, and writes nothing', async () => {
    const folder = emptyFolder();
    const names = ['fedhsa-q-learning-noiseless', 'streaming-fl-more-agents'];
    const { status, stderr } = await fedsa(
      folder,
      ...['reproduce', ...names, '--quick', '--data', folder, '--out', 'claims'],
    );
    expect([status, stderr.split(';')[0]]).toEqual([
      2,
      expect.stringContaining(`fedsa: air quality: 12 of the 12 files not found in ${folder}: `),
    ]);
    expect(existsSync(join(folder, 'claims'))).toBe(false);
  });

  it('refuses a claim that there is not, and writes nothing', async () => {
    const folder = emptyFolder();
    const { status, stderr } = await fedsa(folder, 'reproduce', 'no-such', '--out', 'claims');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^fedsa: no-such: there is no such claim; .*\n$/);
    expect(existsSync(join(folder, 'claims'))).toBe(false);
  });
});
