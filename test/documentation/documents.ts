/** The documentation as data: its files, their fenced blocks, and what is left without them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Every document, by its path in the project; docs/api is made from the sources. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/api/'))
    .sort(),
];

/** A fenced block. */
export interface Block {
  readonly document: string;
  /** of the opening fence, from 1 */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** the file that the line before the block names: "… `problem.json`:" */
  readonly name: string | undefined;
}

/** What a failing expectation is told with. */
export const placeOf = (block: Block): string => `${block.document}:${block.line}`;

/** A document's lines, with those inside fenced blocks empty, and its blocks. */
export interface Document {
  readonly path: string;
  readonly prose: readonly string[];
  readonly blocks: readonly Block[];
}

/** @throws Error for a fence that is never closed */
export function readDocument(path: string): Document {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  const blocks: Block[] = [];
  const prose: string[] = [];
  let named: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = /^(`{3,}|~{3,})(.*)$/.exec(line);
    if (!fence) {
      prose.push(line);
      if (line.trim() !== '') named = /`([^`\s]+)`:$/.exec(line)?.[1];
      continue;
    }
    const end = lines.indexOf(fence[1]!, at + 1);
    if (end < 0) throw new Error(`${path}:${at + 1}: the fence is never closed`);
    const text = lines.slice(at + 1, end).join('\n');
    blocks.push({ document: path, line: at + 1, language: fence[2]!, text, name: named });
    for (let k = at; k <= end; k++) prose.push('');
    named = undefined;
    at = end;
  }
  return { path, prose, blocks };
}

/** A command of an `sh` block, and the exit status that its comment announces. */
export interface Command {
  readonly text: string;
  readonly status: number;
}

/** The commands of an `sh` block, one a line. */
export function commandsOf(block: Block): Command[] {
  return block.text.split('\n').map((line) => {
    const status = /\s+# exit status (\d+)$/.exec(line);
    return { text: status ? line.slice(0, status.index) : line, status: Number(status?.[1] ?? 0) };
  });
}

/** Whether a named block is a file of its own, not an excerpt of one of the project's. */
export const isFile = (block: Block): boolean => block.name !== undefined && !block.name.includes('/');
