/** A report's scenario to copy gives, when it is run, the bytes of the run that the report is of. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { readPanels } from '../../src/recording/panelsFile.ts';
import { escapeHtml } from '../../src/report/html.ts';
import { panelsSource, scenarioSource } from '../../src/report/asScenario.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../commandLine/twoAgents.ts';

const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
});

const run = async (words: string): Promise<void> => {
  expect(await fedsa(folder, ...`run ${words} --no-report --quiet`.split(' '))).toMatchObject({ status: 0 });
};
const sourceOf = (out: string): string | undefined => scenarioSource(readManifest(join(folder, out)));

test.each([
  [
    'rounds',
    '--algorithm local-sa,fedhsa --set fedhsa.server-step-size=0.5 --step-size doubling:4,2 --communication-probability 0.2 --steps 60 --seeds 2,5 --initial=-1,0.25 --sampling iid --average 0.25 --drawn --record every=3 --reach 0.1,0.01',
    ['rounds.csv', 'iterates.csv'],
  ],
  [
    'timed',
    '--algorithm scaffold --step-size 0.05 --local-steps 4 --seconds 40 --rounds 30 --seeds 1 --policy buffered:2 --staleness-weight polynomial:0.5 --compute exponential:0.2 --compute-draw dispatch --uplink-latency uniform:0.1,0.3 --bandwidth 4000 --dropout 0.1 --updates --record seconds=2',
    ['rounds.csv', 'iterates.csv', 'updates.csv', 'agents.csv'],
  ],
  [
    'traffic',
    '--algorithm scafflsa --step-size 0.05 --local-steps 4 --bytes 3000:both --seeds 1 --policy first:1 --compute exponential:0.2',
    ['rounds.csv', 'iterates.csv', 'agents.csv'],
  ],
])('%s', async (name, words, files) => {
  await run(`problem.json ${words} --out ${name}`);
  writeFileSync(join(folder, `${name}.ts`), sourceOf(name)!);
  await run(`${name}.ts --out again-${name}`);
  for (const file of files)
    expect(readFileSync(join(folder, `again-${name}`, file), 'utf8')).toBe(
      readFileSync(join(folder, name, file), 'utf8'),
    );
  // The copy says the same of itself.
  expect(sourceOf(`again-${name}`)).toBe(sourceOf(name));
});

test('texts keep their quotes, and there is none of a run on the wall clock or with code of its own', async () => {
  await run('problem.json --step-size 0.1 --rounds 2 --seeds 1 --out plain');
  const manifest = readManifest(join(folder, 'plain'));
  const question = 'What\'s "η" \\ here?\nAnd `there`?';
  const source = scenarioSource({ ...manifest, scenario: { ...manifest.scenario, question } })!;
  const [, written] = /question: ('.*'),/.exec(source)!;
  expect(runInNewContext(written!)).toBe(question);
  const { configuration } = manifest;
  const custom = { file: 'mine.ts', bundle: 'x', title: 'Mine', parameters: {} };
  expect(scenarioSource({ ...manifest, configuration: { ...configuration, clock: 'wall' } })).toBeUndefined();
  expect(
    scenarioSource({
      ...manifest,
      configuration: { ...configuration, algorithms: [{ ...configuration.algorithms[0]!, own: custom }] },
    }),
  ).toBeUndefined();
});

test('panels have one file, with what they share once; run, it gives the bytes of each, and their page says it once', async () => {
  const out = join(folder, 'panels');
  writeFileSync(
    `${out}.ts`,
    `import { scenario } from 'fedsa';
export default scenario({
  name: 'of-panels', title: 'Of <panels>', question: 'What?', reproduces: 'A paper, Figure 1',
  paper: { says: 'It falls.', where: 'p. 1' }, measure: 'operatorNorm', stepSize: 0.1, seeds: 2, across: 'agents',
  problem: { kind: 'gauss-markov-quadratic', agents: 2, dimension: 2, seed: 4, curvature: 'convex',
    noiseVariance: 0.01, noiseSpectralRadius: 0.8, offsetScale: 1, initialNoise: 'zero' },
  panels: {
    short: { title: 'Short', at: 1, rounds: 4, localSteps: 2 },
    // Seconds push out rounds, so that none can stand for all.
    'by-time': { title: 'By time', at: 2, seconds: 6, timing: { compute: 1 }, problem: { agents: 3 } },
  },
});
`,
  );
  expect(await fedsa(folder, ...'run panels.ts --out panels --quiet'.split(' '))).toMatchObject({
    status: 0,
  });
  const file = readPanels(out);
  const manifests = new Map(file.panels.map(({ name }) => [name, readManifest(join(out, name))]));
  const source = panelsSource(file, manifests)!;
  expect(source.match(/title: 'Of <panels>'|says: 'It falls\.'|dimension: 2|seed: 4,/g)).toHaveLength(4);
  writeFileSync(`${out}-again.ts`, source);
  await run('panels-again.ts --out panels-again');
  for (const { name } of file.panels)
    expect(readFileSync(join(`${out}-again`, name, 'rounds.csv'), 'utf8')).toBe(
      readFileSync(join(out, name, 'rounds.csv'), 'utf8'),
    );
  // Each panel’s own page has its own; theirs together is on the page of all, escaped, and only there.
  const display = (...path: readonly string[]): string[] =>
    readFileSync(join(out, ...path, 'report.html'), 'utf8').match(/class="scenario">[^]*?<\/code>/g) ?? [];
  expect(display()).toEqual([`class="scenario">${escapeHtml(source)}</code>`]);
  expect(display('short')).toEqual([
    `class="scenario">${escapeHtml(scenarioSource(manifests.get('short')!)!)}</code>`,
  ]);
  // Of panels that have not all begun there is none.
  manifests.delete('short');
  expect(panelsSource(file, manifests)).toBeUndefined();
});
