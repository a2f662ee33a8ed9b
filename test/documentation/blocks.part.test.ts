/** Every fenced block is of a kind that is tested: run, compiled, parsed, or compared. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { expect } from 'vitest';
import { parseProblemFile } from '../../src/inputs/problemFile/problemFile.ts';
import { commandsOf, DOCUMENTS, isFile, placeOf, readDocument, ROOT } from './documents.ts';
import { inLong, inSuite } from '../tooling/parts.ts';

const documents = DOCUMENTS.map(readDocument);
const READERS = 'docs/readers.md';
const blocks = documents.flatMap((document) => document.blocks);

inSuite.test('every block is of a kind that is tested', () => {
  for (const { blocks } of documents) {
    for (const [index, block] of blocks.entries()) {
      const tested: Readonly<Record<string, boolean>> = {
        sh: true,
        json: isFile(block) && block.name!.endsWith('.json'),
        ts: block.name?.endsWith('.ts') ?? false,
        text: blocks[index - 1]?.language === 'sh',
        csv: block.name?.endsWith('.csv') ?? false,
        python: (isFile(block) && block.name!.endsWith('.py')) || block.document === READERS,
        // by figure.long.test.ts
        tex: block.document === 'docs/figures.md',
        // by readers.long.test.ts, but for Julia, of which the page says that it is not tested
        ...Object.fromEntries(['r', 'julia', 'sql'].map((text) => [text, block.document === READERS])),
      };
      expect(tested[block.language], `${placeOf(block)}: a "${block.language}" block`).toBe(true);
    }
  }
});

inSuite.test('there are commands, a problem file and a scenario to test', () => {
  const languages = new Set(readDocument('README.md').blocks.map(({ language }) => language));
  expect([...languages].sort()).toEqual(['json', 'sh', 'text', 'ts']);
});

inSuite.test('every problem file can be parsed', () => {
  // Files of times and of trajectories are read by the commands beside them.
  const files = blocks.filter(
    ({ language, name }) => language === 'json' && !['times.json', 'scaffold.json'].includes(name!),
  );
  for (const { text, name } of files)
    expect(parseProblemFile(text, name!).kind).toMatch(/^finite-(?:linear|td)$/);
});

inSuite.test('every file that a document shows is used by one of its commands, or by such a file', () => {
  for (const { blocks } of documents) {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
    const files = blocks.filter(isFile);
    const run = files.filter(({ name }) =>
      commands.some(({ text }) => text.split(/[\s,]/).some((word) => word === name || word === `./${name!}`)),
    );
    for (const file of files) {
      const used =
        run.includes(file) ||
        // by trackers.test.ts
        file.document === 'docs/trackers.md' ||
        // by measuredFiles.test.ts
        file.name === 'fedscale.py' ||
        files.some(({ text }) => [`'${file.name!}'`, `'./${file.name!}'`].some((it) => text.includes(it)));
      expect(used, `${placeOf(file)}: ${file.name!}`).toBe(true);
    }
  }
});

inSuite.test('all pages can be followed in one folder: none writes what another one does', () => {
  const writers = new Map<string, Set<string>>();
  for (const { blocks, path } of documents) {
    const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
    const written = [
      ...blocks.filter(isFile).map(({ name }) => name!),
      ...commands.flatMap(({ text }) => [...text.matchAll(/--out (runs\/\S+)/g)].map(([, out]) => out!)),
      ...blocks.flatMap(({ text }) => [...text.matchAll(/open\("([^"]+)", "w"\)/g)].map(([, file]) => file!)),
    ];
    for (const name of written) writers.set(name, (writers.get(name) ?? new Set()).add(path));
  }
  expect(writers.size).toBeGreaterThan(60);
  expect([...writers].filter(([, pages]) => pages.size > 1)).toEqual([]);
});

inSuite.test('excerpts are what the file says', () => {
  const excerpts = blocks.filter((block) => block.language === 'ts' && !isFile(block));
  expect(excerpts).not.toHaveLength(0);
  const trimmed = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
  for (const block of excerpts) {
    const whole = readFileSync(join(ROOT, block.name!), 'utf8');
    expect(trimmed(whole), `${placeOf(block)}: ${block.name!}`).toContain(trimmed(block.text));
  }
});

inLong.test(
  'every TypeScript file compiles where fedsa is installed, as strictly as the project itself',
  () => {
    // The real folder, since the compiler tells files by their real paths.
    const folder = mkdtempSync(join(ts.sys.realpath!(tmpdir()), 'fedsa-types-'));
    try {
      mkdirSync(join(folder, 'node_modules'));
      symlinkSync(ROOT, join(folder, 'node_modules/fedsa'), 'dir');
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      const files = blocks
        .filter((block) => block.language === 'ts' && isFile(block))
        .map((block) => {
          const beside = join(folder, basename(block.document, '.md'));
          mkdirSync(beside, { recursive: true });
          const path = join(beside, block.name!);
          writeFileSync(path, block.text);
          return path;
        });
      const wrong = join(folder, 'wrong.ts');
      writeFileSync(wrong, "import { scenario } from 'fedsa';\nscenario({ name: 5 });\n");
      // One program: two would read the libraries twice.
      expect(complaints([...files, wrong])).toEqual([expect.stringMatching(/^wrong\.ts: /)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** What the compiler has against files. */
function complaints(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  delete options.rootDir;
  const program = ts.createProgram(files, { ...options, typeRoots: [join(ROOT, 'node_modules/@types')] });
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}
