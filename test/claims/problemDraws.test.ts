/** Claims on several draws of their problems, and beside another call’s numbers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Claim } from '../../src/claims/claim.ts';
import { predictionOf } from '../../src/claims/runData.ts';
import { exactly } from '../../src/claims/statistics/intervals.ts';
import { scenario, theory } from '../../src/index.ts';
import type { ScenarioDefinition } from '../../src/configuration/scenario.ts';
import { reproduce, type ReproduceRequest } from '../../src/runs/reproduce/reproduce.ts';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { specimen } from '../oracles/specimens.ts';

const OWN_SEED = 3;

const definition = (seed: number): ScenarioDefinition => ({
  name: 'tiny',
  title: 'Tiny',
  question: 'How biased is Local SA?',
  problem: {
    ...specimen('gauss-markov-quadratic', {
      agents: 2,
      dimension: 2,
      noiseVariance: 0.01,
      noiseSpectralRadius: 0.5,
    }),
    seed,
  },
  algorithms: ['local-sa'],
  sampling: 'exact',
  stepSize: 0.02,
  localSteps: 5,
  rounds: 5,
  placement: 'inline',
});

/** The limit error that theory gives of a draw. */
async function biasOf(seed: number): Promise<number> {
  const { run } = await theory(scenario(definition(seed)));
  return run!.predictions[0]!.limitError!;
}

const NOTHING = { progress: () => undefined, runEnded: () => undefined, decided: () => undefined };
const claimBelow = (bound: number): Claim => ({
  name: 'small-bias',
  paper: 'FedHSA',
  source: 'nowhere',
  quote: 'small',
  statement: 'The bias is small.',
  region: 'Chosen between two draws.',
  needs: [{ scenario: 'tiny', definition: definition(OWN_SEED), predictions: true }],
  test: (data) => ({
    parts: [
      {
        statistic: 'limit error',
        value: exactly(predictionOf(data.run('tiny'), 'local-sa').limitError!),
        claimed: { high: bound },
      },
    ],
  }),
});
const computed: Claim = {
  ...claimBelow(1),
  name: 'computed',
  needs: [],
  test: () => ({ parts: [{ statistic: 'one', value: exactly(1), claimed: { low: 0 } }] }),
};

const call = (request: Pick<ReproduceRequest, 'claims' | 'out' | 'problemSeeds' | 'against'>) =>
  reproduce(
    { quick: false, commandArguments: ['reproduce'], ...request },
    new AbortController().signal,
    NOTHING,
  );

it('decides a claim on each draw, whose problem has the next seed', async () => {
  const biases = await Promise.all([3, 4, 5].map(biasOf));
  // Between the two largest, so that it holds on two of the three.
  const bound = Math.sqrt(biases.toSorted((a, b) => b - a)[0]! * biases.toSorted((a, b) => b - a)[1]!);
  const expected = biases.map((bias) => (bias < bound ? 'confirmed' : 'refuted'));
  const out = join(emptyFolder(), 'claims');
  const { results } = await call({ claims: [claimBelow(bound), computed], out, problemSeeds: 3 });
  const [first, second] = results;
  const draws = first!.draws!;
  expect([first!.verdict, ...draws.map(({ verdict }) => verdict)]).toEqual(expected);
  expect([first!, ...draws].map(({ parts }) => parts[0]!.value.estimate)).toEqual(biases);
  expect(second!.draws).toBeUndefined();
  const page = readFileSync(join(out, 'fedhsa.html'), 'utf8');
  expect(page).toContain('Holds on 2 of 3 problems');
  // Two rings in the strip, two in the figure.
  expect(page.match(/<circle [^>]*fill="none"/g)).toHaveLength(4);

  const other = join(emptyFolder(), 'claims');
  const beside = await call({ claims: [claimBelow(bound)], out: other, against: out });
  expect(beside.results[0]!.elsewhere!.verdict).toBe(first!.verdict);
  expect(readFileSync(join(other, 'fedhsa.html'), 'utf8')).toContain('At full size');
  expect(existsSync(join(other, 'problems'))).toBe(false);
  expect(readFileSync(join(other, 'claims.json'), 'utf8')).not.toContain('"problems"');
});

it('refuses no draws at all, and a folder without verdicts', async () => {
  const claims = [computed];
  const out = join(emptyFolder(), 'claims');
  await expect(call({ claims, out, problemSeeds: 0 })).rejects.toThrow(
    '`problemSeeds`: must be a whole number',
  );
  await expect(call({ claims, out, against: emptyFolder() })).rejects.toThrow('holds no claims.json');
  expect(existsSync(out)).toBe(false);
});
