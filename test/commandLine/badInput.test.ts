/** Bad input of every kind: exit status 2, one clear line, and nothing written anywhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, emptyFolder, type Ended, fedsa, text } from './builtProgram.ts';
import { TWO_AGENTS, writeTwoAgents } from './twoAgents.ts';

interface Case {
  readonly args: readonly string[];
  readonly said: RegExp;
  /** files beside problem.json */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

const RUN = ['run', 'problem.json', '--step-size', '0.1'] as const;

/** A scenario file with one field more, or another one. */
const scenarioWith = (fields: string, head = ''): string => `import { scenario } from 'fedsa';
${head}
export default scenario({
  name: 's', title: 't', question: 'q', stepSize: 0.1, rounds: 5,
  problem: { kind: 'problem-file', path: 'problem.json' },
  ${fields}
});
`;

const moduleOf = (head: string, fields = ''): string =>
  scenarioWith(
    `problem: { kind: 'module', module: import.meta.url, export: 'agent', agents: 2, dimension: 1 }, ${fields}`,
    head,
  );

const problemWith = (change: object): string => JSON.stringify({ ...TWO_AGENTS, ...change });

const [first, second] = TWO_AGENTS.agents;

const CASES: readonly Case[] = [
  { args: ['frobnicate'], said: /unknown command 'frobnicate'/ },
  { args: ['run'], said: /missing required argument 'scenario'/ },
  { args: [...RUN, '--frob'], said: /unknown option '--frob'/ },
  { args: [...RUN, 'more'], said: /too many arguments/ },
  {
    args: ['run', 'nothing-such'],
    said: /nothing-such: is neither a shipped scenario \(fedsa list prints them\) nor a/,
  },
  { args: ['run', 'nothing.json', '--step-size', '1'], said: /nothing\.json: .*no such file/ },
  { args: ['run', 'nothing.ts'], said: /nothing\.ts: there is no such file/ },
  {
    args: ['run', 'latin.ts'],
    files: { 'latin.ts': Buffer.from(scenarioWith('', '// déjà vu'), 'latin1') },
    said: /latin\.ts: cannot be imported: .*latin\.ts: is not UTF-8 text; save it in UTF-8/,
  },
  {
    args: [...RUN, '--set', 'fedhsa.step-size=-1'],
    said: /--set: fedhsa\.step-size: must be a number above 0/,
  },
  { args: ['run', 'problem.json'], said: /--step-size is needed/ },
  { args: [...RUN, '--rounds', '0x10'], said: /'--rounds <T>' argument '0x10' is invalid.*a whole number/ },
  { args: [...RUN, '--rounds', ' 5 '], said: /'--rounds <T>' argument ' 5 ' is invalid.*a whole number/ },
  { args: ['run', 'problem.json', '--step-size', '0x1'], said: /argument '0x1' is invalid.*a number/ },
  { args: [...RUN, '--record', 'seconds=0'], said: /'seconds=0' is invalid\. It must be a number above 0/ },
  { args: [...RUN, '--seconds', '-1'], said: /'--seconds <S>' argument '-1' is invalid.*of at least 0/ },
  { args: [...RUN, '--seconds', 'Infinity'], said: /'--seconds <S>' argument 'Infinity' is invalid/ },
  {
    args: [...RUN, '--bytes', '1.5'],
    said: /'--bytes <B>' argument '1.5' is invalid.*a whole number from 0/,
  },
  { args: [...RUN, '--seconds', '9', '--compute', '0'], said: /--seconds: no time would pass.*--rounds/ },
  {
    args: ['run', 'problem.json', '--step-size', '1e-320'],
    said: /argument '1e-320' is invalid\. It must be a number of at least 2\.2250738585072014e-308/,
  },
  {
    args: ['run', 'getter.ts'],
    files: { 'getter.ts': scenarioWith("get title(): string { throw new Error('no title'); },") },
    said: /getter\.ts: .*no title/,
  },
  {
    args: ['run', 'proxy.ts'],
    files: {
      'proxy.ts': scenarioWith(
        'problem: trap as never,',
        "const trap = new Proxy({}, { get() { throw new Error('hands off'); } });",
      ),
    },
    said: /proxy\.ts: the scenario cannot be read: hands off/,
  },
  {
    args: ['run', 'long.ts'],
    files: { 'long.ts': scenarioWith('rounds: 2147483648,') },
    said: /long\.ts: rounds: .*2147483647/,
  },
  { args: [...RUN, '--rounds', '1.5'], said: /'--rounds <T>' argument '1\.5' is invalid.*a whole number/ },
  { args: [...RUN, '--local-steps', '3', '--communication-probability', '0.5'], said: /exclude each other/ },
  { args: [...RUN, '--rounds', '3', '--steps', '30'], said: /exclude each other/ },
  { args: [...RUN, '--momentum', '0.9'], said: /--momentum: none of local-sa, scafflsa, fedhsa has this/ },
  {
    args: [...RUN, '--algorithm', 'fedavg', '--server-step-size', '0.5'],
    said: /--server-step-size: local-sa has no such parameter/,
  },
  {
    args: [...RUN, '--algorithm', 'sgd'],
    said: /no algorithm "sgd"; known are local-sa, .*fedlsa, fedavg, local-sgd/,
  },
  { args: [...RUN, '--algorithm', 'fedavg,fedlsa'], said: /local-sa is named twice/ },
  {
    args: [...RUN, '--initial=1,2,3'],
    said: /--initial: 3 numbers given; the problem has dimension 2, so 2/,
  },
  { args: [...RUN, '--seeds', '1,1'], said: /seed 1 is given twice/ },
  { args: [...RUN, '--seeds', '1..'], said: /a range a\.\.b or a list/ },
  { args: [...RUN, '--out', ''], said: /--out: "" is no name/ },
  { args: ['run', 'problem.json', '--step-size', '1e999'], said: /It must be a finite number/ },
  { args: ['figure', 'problem.json'], said: /problem\.json: is not a run directory/ },
  { args: [...RUN, '--data', '.'], said: /reads no recorded data/ },
  { args: ['run', 'beijing-air-quality'], said: /12 CSV files.*--data/ },
  { args: ['theory', 'beijing-air-quality', '--data', 'nowhere'], said: /there is no folder .*nowhere/ },
  // where to
  { args: [...RUN, '--out', 'problem.json'], said: /problem\.json: is a file/ },
  { args: [...RUN, '--out', 'problem.json/runs'], said: /cannot be created/ },
  { args: [...RUN, '--out', '/dev/null/runs'], said: /cannot be created/ },
  { args: [...RUN, '--out', '.'], files: { 'rounds.csv': 'x' }, said: /holds rounds\.csv but no manifest/ },
  { args: [...RUN, '--out', '.'], files: { 'manifest.json': '{' }, said: /manifest\.json: is not JSON/ },
  // problem files
  { args: ['run', 'p.json', '--step-size', '1'], files: { 'p.json': '' }, said: /p\.json: line 1.*empty/ },
  {
    args: ['run', 'p.json', '--step-size', '1'],
    files: { 'p.json': problemWith({ dimension: 3 }) },
    said: /p\.json: agents\[0\]\.A\[0\]/,
  },
  {
    args: ['theory', 'p.json'],
    files: { 'p.json': problemWith({ agents: [first, { ...second, initial: { state: 2 } }] }) },
    said: /p\.json: agents\[1\]\.initial\.state: 2; expected/,
  },
  {
    args: ['theory', 'p.json'],
    files: {
      'p.json': problemWith({
        agents: [
          {
            ...first,
            A: [
              [
                [0, 0],
                [0, 0],
              ],
              [
                [0, 0],
                [0, 0],
              ],
            ],
          },
        ],
      }),
    },
    said: /p\.json: .*singular/,
  },
  // scenario files
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export default {\n' },
    said: /s\.ts: cannot be imported: .*line 2.*end of file/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export const a = 1;' },
    said: /s\.ts: has no default export, so it is no scenario; name the scenario that uses it/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export default { name: "s" };' },
    said: /default export is not a scenario/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'throw new Error("boom\\nbang");' },
    said: /s\.ts: cannot be imported: boom$/,
  },
  { args: ['run', 's.ts'], files: { 's.ts': scenarioWith('round: 3') }, said: /s\.ts: .*"round"/ },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('stepSize: "big"') },
    said: /s\.ts: stepSize: .*"big"/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('rounds: () => 5') },
    said: /s\.ts: rounds: .*a function/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('title: undefined') },
    said: /s\.ts: title: is missing; must be a text/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith("problem: { kind: 'problem-file', path: 'none.json' }") },
    said: /none\.json: .*no such file/,
  },
  { args: ['run', 's.ts'], files: { 's.ts': moduleOf('') }, said: /no function "agent" is exported/ },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': moduleOf("export const agent = () => { throw new Error('no\\nway'); };") },
    said: /cannot be built: no$/,
  },
  {
    args: ['run', 's.ts'],
    files: {
      's.ts': moduleOf(
        'export const agent = () => ({ stream: { initial: () => 0, next: () => 0 }, operator() {} });',
        "sampling: 'exact'",
      ),
    },
    said: /sampling "exact" needs the mean operator/,
  },
  // the other commands
  { args: ['theory'], said: /missing required argument/ },
  { args: ['theory', 'problem.json', '--momentum', '0.5'], said: /--momentum/ },
  { args: ['theory', 'problem.json', '--initial=1'], said: /--initial: 1 number given/ },
  { args: ['theory', 'problem.json', '--threads', '2'], said: /unknown option '--threads'/ },
  { args: ['list', 'all'], said: /too many arguments/ },
  { args: ['report', 'nowhere'], said: /nowhere\/manifest\.json: cannot be read/ },
  { args: ['report', '.'], files: { 'manifest.json': '{}' }, said: /manifest\.json: format/ },
];

/** Everything in a folder, with what the files say. */
const inventory = (folder: string): string[] =>
  contents(folder).map((name) => `${name}: ${text(folder, name)}`);

async function tried({
  args,
  files = {},
}: Case): Promise<{ ended: Ended; before: string[]; after: string[] }> {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const before = inventory(folder);
  const ended = await fedsa(folder, ...args);
  return { ended, before, after: inventory(folder) };
}

test.concurrent.each(CASES)('$args is refused with status 2 and one line that says $said', async (given) => {
  const { ended, before, after } = await tried(given);
  expect(ended).toMatchObject({ status: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^fedsa: [^\n]+\n$/);
  expect(ended.stderr.trimEnd()).toMatch(given.said);
  expect(after).toEqual(before);
});
