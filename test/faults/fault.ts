/** A fault: one small edit of a source, as a developer makes it by mistake. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Fault {
  /** words joined by hyphens */
  readonly name: string;
  /** the source, from the root of the project */
  readonly file: string;
  /** what stands exactly once in the source, on one line */
  readonly text: string;
  readonly replacement: string;
  /** what would be wrong for a user */
  readonly harm: string;
  /** folders and files of tests to try first, after those that lie as the source does */
  readonly near?: readonly string[];
}

/**
 * What is wrong with a fault as a line of the table: nothing where its text stands exactly once in its source.
 *
 * @param root - folder of the project
 */
export function whyNotPlantable({ name, file, text, replacement }: Fault, root: string): string | undefined {
  if (!existsSync(join(root, file))) return `${name}: there is no source ${file}`;
  const times = readFileSync(join(root, file), 'utf8').split(text).length - 1;
  if (times !== 1) return `${name}: its text stands ${times} times in ${file}; it must stand there once`;
  if (text.includes('\n')) return `${name}: its text has more than one line`;
  return text === replacement ? `${name}: its replacement is its text` : undefined;
}

/** Plants a fault in the sources below a folder. Returns what takes it out again. */
export function plant({ file, text, replacement }: Fault, root: string): () => void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(text, () => replacement),
  );
  return () => {
    writeFileSync(path, before);
  };
}
