/** What bash makes of the completion, for which it is asked as its line editor asks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa } from './builtProgram.ts';

const folder = emptyFolder();

/** A line of words, of which the last is completed, and what is offered. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['fedsa r', ['reproduce', 'report', 'run', 'replay']],
  ['fedsa run quick', ['quickstart']],
  ['fedsa run pro', ['problem.json']],
  ['fedsa run --lo', ['--local-steps', '--loss']],
  ['fedsa run quickstart --algorithm scaff', ['scafflsa', 'scaffold']],
  ['fedsa run quickstart --algorithm local-sa,scaff', ['local-sa,scafflsa', 'local-sa,scaffold']],
  ['fedsa sweep quickstart --policy b', ['buffered:', 'bounded-staleness:']],
  ['fedsa run --clock ', ['virtual', 'wall']],
  ['fedsa run --clock = w', ['wall']],
  ['fedsa run --seeds ', []],
  ['fedsa run --strict --qui', ['--quick', '--quiet']],
  ['fedsa report ', ['runs', 'a run']],
  ['fedsa report runs/', ['runs/first']],
  ['fedsa completion z', ['zsh']],
  ['fedsa nonsense ', []],
];

beforeAll(() => {
  for (const name of ['runs/first', 'runs/notes', 'a run', 'leaf'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['problem.json', 'runs/first/manifest.json', 'a run/manifest.json'])
    writeFileSync(join(folder, name), '{}');
});

test('bash offers commands, options, their values, scenarios and folders of runs', async () => {
  const { status, stdout } = await fedsa(folder, 'completion', 'bash');
  expect(status).toBe(0);
  const asked = CASES.map(([line]) => `ask '${line}'`).join('\n');
  const program = `${stdout}
ask() {
  read -ra COMP_WORDS <<< "$1"
  [[ $1 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
  _fedsa
  printf '%s;' "\${COMPREPLY[@]}"; echo
}
${asked}`;
  const { stdout: answers, stderr } = spawnSync('bash', ['-c', program], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const offered = answers
    .trimEnd()
    .split('\n')
    .map((line) => line.split(';').filter((word) => word !== ''));
  expect(offered.map((words, at) => [CASES[at]![0], [...words].sort()])).toEqual(
    CASES.map(([line, words]) => [line, [...words].sort()]),
  );
});
