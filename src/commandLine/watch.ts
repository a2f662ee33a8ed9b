/** The live page on the command line: `fedsa view`, and `fedsa run --watch`. */
import type { Command } from 'commander';
import { setTimeout } from 'node:timers/promises';
import { BehaviorSubject } from 'rxjs';
import type { ClockName } from '../configuration/configuration.ts';
import { InputError } from '../values/failure.ts';
import type { LivePage } from '../runs/live/livePage.ts';
import type { RunStepper } from '../runs/live/stepper.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { whole } from './sweepOptions.ts';
import { printError } from './print.ts';

/** Where a page is served. */
export interface PageOptions {
  port?: number;
  host?: string;
}

/** Of a run directory. */
export interface ViewOptions extends PageOptions {
  data?: string;
}

/** Of a run. */
export interface WatchOptions extends PageOptions {
  watch?: boolean;
  paused?: boolean;
}

/** Adds the options of where a page is served. */
export const addPageOptions = (command: Command): Command =>
  command
    .option('--port <n>', 'port of the live page (default: a free one)', whole(0, 65_535))
    .option(
      '--host <address>',
      'address at which the live page is served (default: 127.0.0.1, for this machine alone)',
    );

/**
 * Refuses where a page is to be served, where there is no page.
 *
 * @throws InputError
 */
export function refusePageOptions({ watch, paused, port, host }: WatchOptions): void {
  if (watch || paused) return;
  if (port !== undefined) throw new InputError('--port: is for the live page; add --watch, or leave it out');
  if (host !== undefined) throw new InputError('--host: is for the live page; add --watch, or leave it out');
}

/**
 * Serves the page of a run while it goes, and says on standard error where. In a terminal the page stays when the run is over, until
 * an interrupt.
 */
export async function whileWatched<T>(
  directory: string,
  clock: ClockName,
  options: WatchOptions,
  work: (page: LivePage, stepper: RunStepper | undefined) => Promise<T>,
): Promise<T> {
  const [{ openLivePage }, { RunStepper: Stepper }] = await Promise.all([
    import('../runs/live/livePage.ts'),
    import('../runs/live/stepper.ts'),
  ]);
  const stepper = options.paused ? new Stepper() : undefined;
  // Real time cannot be held up.
  const held = stepper === undefined && clock === 'virtual' ? new BehaviorSubject(false) : undefined;
  const page = await openLivePage(directory, options, { stepper, held });
  try {
    printError(`Watch: ${page.url}\n`);
    const result = await work(page, stepper);
    if (process.stderr.isTTY) {
      printError('fedsa: the run is over; the page stays until Ctrl-C\n');
      await interruptibly(untilInterrupted);
    }
    return result;
  } finally {
    await page.close();
  }
}

/**
 * Serves the page of a run directory until an interrupt.
 *
 * @returns the exit status
 */
export async function viewCommand(directory: string, options: ViewOptions): Promise<number> {
  const [{ openLivePage }, { refuseCutFolder }] = await Promise.all([
    import('../runs/live/livePage.ts'),
    import('../runs/live/viewedFolder.ts'),
  ]);
  refuseCutFolder(directory);
  return interruptibly(async (signal) => {
    const page = await openLivePage(directory, options, { viewed: { dataDirectory: options.data } });
    try {
      printError(`View: ${page.url}\n`);
      await untilInterrupted(signal);
    } finally {
      await page.close();
    }
    return EXIT.interrupted;
  });
}

/** A timer, which keeps the program alive as a promise alone does not. */
async function untilInterrupted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await setTimeout(2 ** 30, undefined, { signal }).catch(() => undefined);
}
