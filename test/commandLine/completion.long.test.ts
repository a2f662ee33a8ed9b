/** What zsh and fish make of the completion, where they are installed: two seconds, most of them the shells' own start. */
import { spawnSync } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from './builtProgram.ts';

const SHELLS = ['zsh', 'fish'] as const;
const has = Object.fromEntries(SHELLS.map((shell) => [shell, spawnSync(shell, ['-c', 'true']).status === 0]));
const missing = SHELLS.filter((shell) => !has[shell]);
// Not by the console, of which tests that fail alone are shown.
if (missing.length > 0)
  writeSync(2, `completion.long.test.ts: without ${missing.join(' and ')}, not installed here\n`);

/** A line of words, of which the last is completed, and the words that are offered. */
const CASES: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['fedsa r', ['replay', 'report', 'reproduce', 'run']],
  ['fedsa run quick', ['quickstart']],
  ['fedsa run quickstart --algorithm scaff', ['scafflsa', 'scaffold']],
  ['fedsa sweep quickstart --policy b', ['bounded-staleness:', 'buffered:']],
  ['fedsa run --clock ', ['virtual', 'wall']],
  ['fedsa run --lo', ['--local-steps', '--loss']],
];

/** In a terminal of its own, since zsh completes in its line editor alone. */
const IN_ZSH = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source completion.zsh; bindkey '^I' list-choices; echo REA''DY"
zpty -r -m z r '*READY*'
for line last in "$@"; do
  zpty -n -w z "$line"$'\\t'
  # With more to read it would show no list.
  zpty -r -m z shown "*$last*"
  zpty -w z $'\\C-u echo EN\\'\\'D'
  zpty -r -m z rest '*END*'
  print -r -- "$shown$rest"
  print -r -- ---
done
zpty -d z
`;

/** What a terminal does not show. */
const CONTROLS = /\x1b\[[?\d;]*[A-Za-z]|\r/g;

async function written(shell: string): Promise<string> {
  const folder = emptyFolder();
  const { stdout } = await fedsa(folder, 'completion', shell);
  writeFileSync(join(folder, `completion.${shell}`), stdout);
  return folder;
}

test.runIf(has.fish)('fish offers commands, options and their values', async () => {
  const cwd = await written('fish');
  const lines = CASES.map(([line]) => `complete -C '${line}'; echo ---`).join('\n');
  const { stdout } = spawnSync('fish', ['-c', `source completion.fish\n${lines}`], { cwd, encoding: 'utf8' });
  const offered = stdout.split('---\n').slice(0, -1);
  const words = offered.map((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]),
  );
  expect(words).toEqual(CASES.map(([, expected]) => expected));
});

test.runIf(has.zsh)('zsh offers commands, options and their values', async () => {
  const cwd = await written('zsh');
  writeFileSync(join(cwd, 'ask.zsh'), IN_ZSH);
  const lines = CASES.flatMap(([line, words]) => [line, words.at(-1)!]);
  const { stdout } = spawnSync('zsh', ['ask.zsh', ...lines], { cwd, encoding: 'utf8', timeout: 30_000 });
  const screens = stdout.replace(CONTROLS, '').split('---\n');
  for (const [at, [line, expected]] of CASES.entries()) {
    // What was typed is on the screen, too.
    const [typed, ...displayed] = screens[at]!.split('\n').filter((text) => text.trim() !== '');
    const words = displayed.join(' ').replaceAll(line, ' ').split(/\s+/);
    expect(typed, line).toBeDefined();
    for (const word of expected) expect(words, line).toContain(word);
  }
});
