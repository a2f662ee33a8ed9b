/** The search of `fedsa plan`, with `--atlas` or without: progress, the folder, and what is printed. */
import { join } from 'node:path';
import type { PlanField } from '../configuration/planField.ts';
import type { AtlasGrid } from './atlasGrid.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { print } from './print.ts';
import type { SettingOptions } from './settings.ts';
import { theoryDisplay } from './theoryDisplay.ts';

export interface PlanOptions extends SettingOptions, AtlasGrid, Pick<PlanField, 'cost' | 'by'> {
  atlas?: boolean;
  epsilon?: readonly number[];
  verify?: number;
  out?: string;
  json?: boolean;
}

/** The ends of a search: the call's signal, and whom it says what it is at. */
export interface SearchWatch {
  readonly signal: AbortSignal;
  readonly begins: (work: string) => void;
}

/**
 * Searches, and prints what was found. A signal ends it, and nothing is printed.
 *
 * @param search - gives nothing where its signal came first
 * @returns the exit status
 */
export async function planSearch<Found>(
  { out, json }: PlanOptions,
  search: (watch: SearchWatch) => Promise<Found | undefined>,
  textOf: { readonly json: (found: Found) => string; readonly text: (found: Found) => string },
): Promise<number> {
  const display = theoryDisplay(process.stderr, 'ends it');
  return interruptibly(async (signal) => {
    try {
      const found = await search({
        signal,
        begins: (work) => {
          display.begins(work);
        },
      });
      if (found === undefined) return EXIT.interrupted;
      display.clear();
      print(textOf[json ? 'json' : 'text'](found));
      if (out !== undefined && !json) print(`\n${join(out, 'report.html')}\n`);
      return EXIT.done;
    } finally {
      display.stop();
    }
  });
}
