/** Follows a document: its commands are run in one folder, and print what it says. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Block, type Command, commandsOf, isFile, placeOf, readDocument, ROOT } from './documents.ts';
import { Workspace } from './workspace.ts';
import { allBenches } from '../../bench/benches.ts';
import { parseArguments } from '../../bench/harness/arguments.ts';

const benches = await allBenches();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** A document's commands take some seconds, a claim's minute; next to other tests several times as long. */
const PATIENCE = 300_000;

/** A test for each of these documents, in a folder of its own. */
export function testCommandsOf(paths: readonly string[]): void {
  for (const path of paths) {
    const { blocks } = readDocument(path);
    if (!blocks.some(({ language }) => language === 'sh')) continue;
    test(
      `the commands of ${path} do what it says`,
      async () => {
        const workspace = new Workspace();
        try {
          for (const block of blocks) {
            if (isFile(block)) workspace.write(block.name!, block.text);
          }
          await follow(blocks, workspace);
        } finally {
          workspace.remove();
        }
      },
      PATIENCE,
    );
  }
}

const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Goes through a document from top to bottom. */
async function follow(blocks: readonly Block[], workspace: Workspace): Promise<void> {
  let printed: string | undefined;
  for (const block of blocks) {
    switch (block.language) {
      case 'sh':
        printed = '';
        for (const command of commandsOf(block)) {
          if (command.text.startsWith('python3 ') && !hasPython) return;
          printed += await outputOf(command, placeOf(block), workspace);
        }
        break;
      case 'text':
        expect(printed, `${placeOf(block)}: output of the commands before it`).toBe(`${block.text}\n`);
        break;
      case 'csv': {
        if (isFile(block)) break; // what the commands begin with
        const content = readFileSync(join(workspace.folder, block.name!), 'utf8');
        expect(content.slice(0, block.text.length), `${placeOf(block)}: beginning of ${block.name!}`).toBe(
          block.text,
        );
        break;
      }
    }
  }
}

async function outputOf(command: Command, place: string, workspace: Workspace): Promise<string> {
  const npm = /^npm (?:run )?([\w:]+)(?: -- (.+))?$/.exec(command.text);
  if (npm) {
    const [, script, words] = npm;
    expect(Object.keys(scripts), `${place}: ${command.text}`).toContain(script);
    // The benches take minutes: their words are only read.
    if (words !== undefined) {
      expect(script, `${place}: ${command.text}`).toBe('bench');
      expect(() => parseArguments(words.split(' '), benches), `${place}: ${words}`).not.toThrow();
    }
    return '';
  }
  if (command.text.startsWith('FEDSA_AIR_QUALITY=')) {
    // The data are not part of fedsa; without them the command is refused, with where to get them.
    const { status, errors } = await workspace.run(command.text.replace('<scenario>', 'beijing-air-quality'));
    expect(errors, place).toMatch(/^fedsa: air quality: there is no folder .*10\.24432\/C5RK5G.*\n$/);
    expect(status, place).toBe(2);
    return '';
  }
  expect(command.text, `${place}: a kind of command that this test knows`).toMatch(
    /^(npx (fedsa|tsx)|python3) /,
  );
  const { status, output, errors } = await workspace.run(command.text);
  expect(status, `${place}: ${command.text}\n${errors}`).toBe(command.status);
  const folder = / --out (\S+)/.exec(command.text)?.[1];
  const isRun = !command.text.includes(' --print ') && !/^npx fedsa (figure|play|vectors)/.test(command.text);
  if (folder !== undefined && isRun) {
    const kept = ['manifest.json', 'panels.json', 'claims.json', 'sweep.json'].filter((name) =>
      existsSync(join(workspace.folder, folder, name)),
    );
    expect(kept, `${place}: ${folder}`).toHaveLength(1);
  }
  return output;
}
