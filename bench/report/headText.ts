/** What a bench's file says at its head, for the page: the question's terms and the ceiling with its arithmetic. */
import { existsSync, readFileSync } from 'node:fs';

/** Paragraphs of the comment that a source begins with, up to where it comes to earlier measurements. */
export function headText(source: string): string[] {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^ ?\* ?/, '').trim());
  const measured = lines.findIndex((line) => line.startsWith('Measured'));
  const kept = measured < 0 ? lines : lines.slice(0, measured);
  // A ceiling is a paragraph of its own, wherever it begins.
  return kept
    .join('\n')
    .split(/\n{2,}|\n(?=Ceiling)/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** The paragraphs of a bench; none where there is no such file. */
export function headTextOf(bench: string): string[] {
  const file = new URL(`../${bench}.ts`, import.meta.url);
  return existsSync(file) ? headText(readFileSync(file, 'utf8')) : [];
}
