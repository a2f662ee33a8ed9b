/** Bad input of every kind: exit status 2, one clear line, and nothing written anywhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, emptyFolder, type Ended, fedsa, text } from './builtProgram.ts';
import { TWO_AGENTS, writeTwoAgents } from './twoAgents.ts';

interface Case {
  readonly args: readonly string[];
  readonly message: RegExp;
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
  { args: ['frobnicate'], message: /unknown command 'frobnicate'/ },
  { args: ['help', 'runn'], message: /^fedsa: unknown command 'runn' \(Did you mean run\?\)$/m },
  { args: ['run'], message: /missing required argument 'scenario'/ },
  { args: [...RUN, '--frob'], message: /unknown option '--frob'/ },
  {
    args: ['theory', 'problem.json', '--only', 'curves,curv'],
    message: /'--only <parts>' .*"curv" is none of constants, curves, limits, steps/,
  },
  { args: [...RUN, 'more'], message: /too many arguments/ },
  {
    args: ['run', 'nothing-such'],
    message: /nothing-such: is neither a shipped scenario \(fedsa list prints them\) nor a/,
  },
  {
    args: ['run', 'quickstart', '--agents', '50000', '--placement', 'own-thread'],
    message: /--placement: own-thread starts 50,000 threads, which take about 700 GB, .*packed has the same/,
  },
  { args: ['run', 'nothing.json', '--step-size', '1'], message: /nothing\.json: .*no such file/ },
  { args: ['run', 'nothing.ts'], message: /nothing\.ts: there is no such file/ },
  {
    args: ['run', 'latin.ts'],
    files: { 'latin.ts': Buffer.from(scenarioWith('', '// déjà vu'), 'latin1') },
    message: /latin\.ts: cannot be imported: .*latin\.ts: is not UTF-8 text; save it in UTF-8/,
  },
  {
    args: [...RUN, '--set', 'fedhsa.step-size=-1'],
    message: /--set: fedhsa\.step-size: must be a number above 0/,
  },
  { args: ['run', 'problem.json'], message: /--step-size is needed/ },
  {
    args: [...RUN, '--rounds', '0x10'],
    message: /'--rounds <T>' argument '0x10' is invalid.*a whole number/,
  },
  { args: [...RUN, '--rounds', ' 5 '], message: /'--rounds <T>' argument ' 5 ' is invalid.*a whole number/ },
  { args: ['run', 'problem.json', '--step-size', '0x1'], message: /argument '0x1' is invalid.*a number/ },
  {
    args: [...RUN, '--record', 'seconds=0'],
    message: /'seconds=0' is invalid\. It must be a number above 0/,
  },
  { args: [...RUN, '--seconds', '-1'], message: /'--seconds <S>' argument '-1' is invalid.*of at least 0/ },
  { args: [...RUN, '--seconds', 'Infinity'], message: /'--seconds <S>' argument 'Infinity' is invalid/ },
  {
    args: [...RUN, '--bytes', '1.5'],
    message: /'--bytes <B>' argument '1.5' is invalid.*a whole number from 0/,
  },
  { args: [...RUN, '--seconds', '9', '--compute', '0'], message: /--seconds: no time would pass.*--rounds/ },
  {
    args: ['run', 'problem.json', '--step-size', '1e-320'],
    message: /argument '1e-320' is invalid\. It must be a number of at least 2\.2250738585072014e-308/,
  },
  {
    args: ['run', 'getter.ts'],
    files: { 'getter.ts': scenarioWith("get title(): string { throw new Error('no title'); },") },
    message: /getter\.ts: .*no title/,
  },
  {
    args: ['run', 'proxy.ts'],
    files: {
      'proxy.ts': scenarioWith(
        'problem: trap as never,',
        "const trap = new Proxy({}, { get() { throw new Error('hands off'); } });",
      ),
    },
    message: /proxy\.ts: the scenario cannot be read: hands off/,
  },
  {
    args: ['run', 'long.ts'],
    files: { 'long.ts': scenarioWith('rounds: 2147483648,') },
    message: /long\.ts: rounds: .*2147483647/,
  },
  { args: [...RUN, '--rounds', '1.5'], message: /'--rounds <T>' argument '1\.5' is invalid.*a whole number/ },
  {
    args: [...RUN, '--local-steps', '3', '--communication-probability', '0.5'],
    message: /exclude each other/,
  },
  { args: [...RUN, '--rounds', '3', '--steps', '30'], message: /exclude each other/ },
  { args: [...RUN, '--momentum', '0.9'], message: /--momentum: none of local-sa, scafflsa, fedhsa has this/ },
  {
    args: [...RUN, '--algorithm', 'fedavg', '--server-step-size', '0.5'],
    message: /--server-step-size: local-sa has no such parameter/,
  },
  {
    args: [...RUN, '--algorithm', 'sgd'],
    message: /no algorithm "sgd"; known are local-sa, .*fedlsa, fedavg, local-sgd/,
  },
  { args: [...RUN, '--algorithm', 'fedavg,fedlsa'], message: /local-sa is named twice/ },
  {
    args: [...RUN, '--initial=1,2,3'],
    message: /--initial: 3 numbers given; the problem has dimension 2$/m,
  },
  { args: [...RUN, '--seeds', '1,1'], message: /seed 1 is given twice/ },
  { args: [...RUN, '--seeds', '1..'], message: /a range a\.\.b or a list/ },
  { args: [...RUN, '--out', ''], message: /--out: "" is no name/ },
  { args: ['compare', 'out', ''], message: /compare: "" is no name; name a file or a folder/ },
  { args: ['run', 'problem.json', '--step-size', '1e999'], message: /It must be a finite number/ },
  { args: ['figure', 'problem.json'], message: /problem\.json: is not a run directory/ },
  { args: [...RUN, '--data', '.'], message: /reads no recorded data/ },
  { args: ['run', 'beijing-air-quality'], message: /12 CSV files.*--data/ },
  { args: ['theory', 'beijing-air-quality', '--data', 'nowhere'], message: /there is no folder .*nowhere/ },
  // where to
  { args: [...RUN, '--out', 'problem.json'], message: /problem\.json: is a file/ },
  { args: [...RUN, '--out', 'problem.json/runs'], message: /cannot be created/ },
  { args: [...RUN, '--out', '/dev/null/runs'], message: /cannot be created/ },
  {
    args: [...RUN, '--out', '.'],
    files: { 'rounds.csv': 'x' },
    message: /holds rounds\.csv but no manifest/,
  },
  { args: [...RUN, '--out', '.'], files: { 'manifest.json': '{' }, message: /manifest\.json: is not JSON/ },
  // problem files
  { args: ['run', 'p.json', '--step-size', '1'], files: { 'p.json': '' }, message: /p\.json: line 1.*empty/ },
  {
    args: ['run', 'p.json', '--step-size', '1'],
    files: { 'p.json': problemWith({ dimension: 3 }) },
    message: /p\.json: line 1, column 110: agents\[0\]\.A\[0\]/,
  },
  {
    args: ['theory', 'p.json'],
    files: { 'p.json': problemWith({ agents: [first, { ...second, initial: { state: 2 } }] }) },
    message: /p\.json: line 1, column 298: agents\[1\]\.initial\.state: 2; expected/,
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
    message: /p\.json: .*singular/,
  },
  // scenario files
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export default {\n' },
    message: /s\.ts: cannot be imported: .*line 2.*end of file/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export const a = 1;' },
    message: /s\.ts: has no default export, so it is no scenario; name the scenario that uses it/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'export default { name: "s" };' },
    message: /default export is not a scenario/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': 'throw new Error("boom\\nbang");' },
    message: /s\.ts: cannot be imported: boom$/,
  },
  { args: ['run', 's.ts'], files: { 's.ts': scenarioWith('round: 3') }, message: /s\.ts: .*"round"/ },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('stepSize: "big"') },
    message: /s\.ts: stepSize: .*"big"/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('rounds: () => 5') },
    message: /s\.ts: rounds: .*a function/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith('title: undefined') },
    message: /s\.ts: title: is missing; must be a text/,
  },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': scenarioWith("problem: { kind: 'problem-file', path: 'none.json' }") },
    message: /none\.json: .*no such file/,
  },
  { args: ['run', 's.ts'], files: { 's.ts': moduleOf('') }, message: /no function "agent" is exported/ },
  {
    args: ['run', 's.ts'],
    files: { 's.ts': moduleOf("export const agent = () => { throw new Error('no\\nway'); };") },
    message: /agent\(\) of file:\S+s\.ts, agent 0 threw: no$/,
  },
  {
    args: ['run', 's.ts'],
    files: {
      's.ts': moduleOf(
        'export const agent = () => ({ stream: { initial: () => 0, next: () => 0 }, operator() {} });',
        "sampling: 'exact'",
      ),
    },
    message: /sampling "exact" needs the mean operator/,
  },
  // the other commands
  { args: ['theory'], message: /missing required argument/ },
  { args: ['theory', 'problem.json', '--momentum', '0.5'], message: /--momentum/ },
  { args: [...RUN, '--nats'], message: /--nats: agents live with workers only under --placement cluster/ },
  {
    args: ['reproduce', 'nosuch'],
    message: /^fedsa: nosuch: there is no such claim; fedsa reproduce --list/,
  },
  { args: ['theory', 'problem.json', '--initial=1'], message: /--initial: 1 number given/ },
  { args: ['theory', 'problem.json', '--threads', '2'], message: /unknown option '--threads'/ },
  { args: ['list', 'all'], message: /too many arguments/ },
  {
    args: ['worker', '--nats', '--data', 'nowhere'],
    message: /^fedsa: --data: nowhere is no folder; name one/,
  },
  { args: ['run', 'problem.json/x'], message: /^fedsa: problem\.json\/x: / },
  { args: ['report', 'problem.json/x'], message: /manifest\.json: cannot be read: a part of the path/ },
  { args: ['report', 'nowhere'], message: /nowhere\/manifest\.json: cannot be read/ },
  { args: ['report', '.'], files: { 'manifest.json': '{}' }, message: /manifest\.json: format/ },
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

test.concurrent.each(CASES)(
  '$args is refused with status 2 and one line that says $message',
  async (given) => {
    const { ended, before, after } = await tried(given);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^fedsa: [^\n]+\n$/);
    expect(ended.stderr.trimEnd()).toMatch(given.message);
    expect(after).toEqual(before);
  },
);
