/** What documents say of the scenarios is counted, and nothing claims theory where there is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/index.ts';
import { DOCUMENTS, ROOT } from './documents.ts';

const NUMBERS = [
  ...[
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** `SCAFFLSA, Figure 1` of each scenario that reproduces something; panels and parts of a figure are one. */
async function reproduced(): Promise<Set<string>> {
  const files = readdirSync(join(ROOT, 'scenarios')).filter((name) => name.endsWith('.ts'));
  const found = new Set<string>();
  for (const file of files) {
    const name = basename(file, '.ts');
    const { default: scenario } = (await import(`../../scenarios/${name}.ts`)) as {
      readonly default: Scenario;
    };
    const [paper, rest] = (scenario.definition.reproduces ?? '').split(
      / \(Mangold[^)]*\), |, (?=Figure|Table|Proposition)/,
    );
    const item = /^(?:Figure|Table|Proposition) \d+/.exec(rest ?? '')?.[0];
    if (item !== undefined) found.add(`${paper!}, ${item}`);
  }
  return found;
}

test('README counts the figures, tables and propositions that scenarios reproduce', async () => {
  const items = [...(await reproduced())];
  const count = (kind: string): string => {
    const times = items.filter((item) => item.includes(`, ${kind} `)).length;
    return `${NUMBERS[times]!} ${kind.toLowerCase()}${times === 1 ? '' : 's'}`;
  };
  const papers = NUMBERS[new Set(items.map((item) => item.slice(0, item.lastIndexOf(', ')))).size]!;
  const counted = `${count('Figure')}, ${count('Table')} and ${count('Proposition')} of ${papers} papers`;
  expect(read('README.md').toLowerCase()).toContain(counted);
});

/** Theory of every curve: the quickstart has none for SCAFFLSA. */
const EVERY_CURVE = /(?:every|each)(?: measured)? curve (?:together )?(?:with|beside)[^.]{0,20} theory/i;

test('nothing says that every curve has its theory', () => {
  const helped = [
    'package.json',
    'CITATION.cff',
    'src/commandLine/program.ts',
    'scenarios/start/scenario.ts',
  ];
  for (const path of [...DOCUMENTS.filter((document) => document !== 'docs/decisions.md'), ...helped])
    expect(read(path).replaceAll(/\s+/g, ' '), path).not.toMatch(EVERY_CURVE);
});

test('the glossary defines the final error as a mean of rounds, not as what an algorithm cannot pass', () => {
  const row = read('docs/glossary.md')
    .split('\n')
    .find((line) => line.startsWith('| final error |'));
  expect(row).toContain('the mean over the last 30 % of the rounds');
  expect(row).not.toMatch(/below which|does not go/);
});
