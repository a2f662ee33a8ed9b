/** The words after `npm run bench --`. */
import { InputError } from '../../src/values/failure.ts';
import { isMeant } from '../benches.ts';
import type { Benchmark } from './benchmark.ts';

/** Where the report goes if no file is named. */
export const REPORT_FILE = 'bench-report.html';

export interface Asked {
  readonly quick: boolean;
  /** the file of the report; `undefined` for none */
  readonly report: string | undefined;
  /** the benches that were named, or all of them */
  readonly benches: readonly Benchmark[];
}

/**
 * Reads `[--quick] [--report [FILE]] [name …]`. The word after `--report` is its file, unless it is
 * an option or means a bench; `--report=FILE` takes any.
 *
 * @throws InputError for an option or a name that there is not
 */
export function parseArguments(words: readonly string[], all: readonly Benchmark[]): Asked {
  let quick = false;
  let report: string | undefined;
  const names: string[] = [];
  for (let k = 0; k < words.length; k++) {
    const word = words[k]!;
    if (word === '--quick') quick = true;
    else if (word === '--report') {
      const next = words[k + 1];
      const isFile =
        next !== undefined && !next.startsWith('-') && !all.some((bench) => isMeant(bench, next));
      report = isFile ? next : REPORT_FILE;
      if (isFile) k++;
    } else if (word.startsWith('--report=')) {
      report = word.slice('--report='.length);
      if (report === '') throw new InputError('--report= names no file');
    } else if (word.startsWith('-')) {
      throw new InputError(`there is no option "${word}"; there are --quick and --report [FILE]`);
    } else if (all.some((bench) => isMeant(bench, word))) names.push(word);
    else {
      throw new InputError(
        `no bench is called "${word}"; there are ${all.map(({ name }) => name).join(', ')}`,
      );
    }
  }
  const benches =
    names.length === 0 ? all : all.filter((bench) => names.some((name) => isMeant(bench, name)));
  return { quick, report, benches };
}
