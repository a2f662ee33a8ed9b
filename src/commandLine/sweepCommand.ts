/** `fedsa sweep`: many runs over a grid; parses, and prints what came of it. */
import { withoutPassword } from '../nats/address.ts';
import { InputError } from '../values/failure.ts';
import { seedsText } from '../report/contest/verdictText.ts';
import { levelText } from '../report/levelText.ts';
import { grouped, scientific } from '../values/numbers.ts';
import { type Cell, REACH_NAME, readSweep, type SweepData } from '../report/sweep/sweepData.ts';
import {
  type BestForLevel,
  bestForLevels,
  bestRows,
  conditionText,
  edgesAt,
  pointWords,
} from '../report/sweep/sweepContest.ts';
import { executeSweep, type Over } from '../runs/sweep/executeSweep.ts';
import type { SweepProgress, SweepResult } from '../runs/sweep/sweepResult.ts';
import type { Slice } from '../runs/sweep/slice.ts';
import type { Beside } from '../report/sweep/lowestFloor.ts';
import { clusterScript } from '../runs/sweep/clusterScripts.ts';
import { listed } from '../runs/sweep/listSweep.ts';
import { SweepPlan } from '../runs/sweep/sweepPlan.ts';
import { reportWhereWhole } from '../runs/sweep/sweepReport.ts';
import { choosePanels } from '../inputs/panelTargets.ts';
import { pathSegment } from '../recording/pathSegment.ts';
import { scenarioOrRun } from '../inputs/manifestTarget.ts';
import { sweptName } from '../configuration/sweep/grid.ts';
import { complain } from './complain.ts';
import { EXIT } from './exitStatus.ts';
import { exportOrSay } from './exportCommand.ts';
import { interruptibly } from './interruptibly.ts';
import { leastTexts, unreachedLevels } from '../report/sweep/sweepReach.ts';
import { reachRecord, reachTable } from './reachTable.ts';
import { shownAmong } from '../report/sweep/shownValue.ts';
import { settingsOf, storeOf } from './settings.ts';
import { shareDisplay } from './shareDisplay.ts';
import { tellLeftOut } from './tellLeftOut.ts';
import { natsUrl } from './natsOption.ts';
import type { SweepOptions } from './sweepOptions.ts';
import { TerminalLine } from './terminalLine.ts';
import { TimeLeft } from './timeLeft.ts';
import { durationText } from '../values/durationText.ts';
import { print } from './print.ts';
import { counted } from '../values/counted.ts';

/** Failures that are printed in full; the others are counted. */
const MOST_TOLD = 20;
/** Rows of the table of first passages; of a sweep with more only each algorithm's soonest point is shown. */
const MOST_ROWS = 60;
/** Milliseconds between two lines of progress where there is no terminal. */
const LINE_EVERY = 10_000;
/** Seconds without a word of a worker after which its task goes to another. */
const DEFAULT_SILENCE = 30;

function sliceOf({ index, of: slices }: SweepOptions): Slice | undefined {
  if (index === undefined && slices === undefined) return undefined;
  if (index === undefined || slices === undefined)
    throw new InputError('--index and --of go together: slice I of N, as in --index 0 --of 3');
  if (index >= slices)
    throw new InputError(`--index: ${index} is not below --of ${slices}; slices are counted from 0`);
  return { index, of: slices };
}

/**
 * Runs what the command line asks for.
 *
 * @returns the exit status
 */
export async function sweepCommand(
  name: string,
  options: SweepOptions,
  commandArguments: readonly string[],
): Promise<number> {
  if (options.print !== undefined && options.nats !== undefined)
    throw new InputError('--print: slices on a cluster need no NATS server; leave --nats out');
  const slice = options.print === undefined ? sliceOf(options) : undefined;
  const given = {
    grid: (options.grid ?? []).map((text) => sweptName(text, '--grid')),
    zip: (options.zip ?? []).map((text) => sweptName(text, '--zip')),
  };
  const chosen = choosePanels(await scenarioOrRun(name), options);
  if (chosen.panels !== undefined) {
    const names = chosen.panels.map((panel) => panel.name).join(', ');
    throw new InputError(`--panel: ${name} has panels (${names}); name the one to be swept`);
  }
  return interruptibly(async (signal) => {
    const points = options.quiet || options.json ? undefined : shareDisplay(process.stderr);
    const plan = await SweepPlan.create(
      {
        target: chosen.single,
        settings: settingsOf(options),
        given,
        dataDirectory: options.data,
        out: options.out,
        store: storeOf(options),
        commandArguments: commandArguments.map(withoutPassword),
      },
      signal,
      (share) => points?.observe('points of the grid', share),
    ).finally(() => points?.stop());
    if (signal.aborted) return EXIT.interrupted;
    if (!options.quiet) for (const omission of plan.leftOut) tellLeftOut(omission);
    if (options.print !== undefined) {
      const { definition } = chosen.single;
      const out = options.out ?? `runs/${pathSegment(definition.name)}`;
      const { of: slices, store } = options;
      const { threads } = settingsOf(options);
      const sliced = { words: commandArguments, out, store, slices, threads };
      print(clusterScript(options.print, sliced));
      return EXIT.done;
    }
    if (options.list) {
      for (const line of listed(plan, options.out, slice)) print(`${line}\n`);
      return EXIT.done;
    }
    const display = displayOf(options);
    const over = await overOf(options, signal);
    const lost = over?.server.lost;
    const stop = lost === undefined ? signal : AbortSignal.any([signal, lost]);
    let result: SweepResult;
    let isLost = false;
    try {
      result = await executeSweep(plan, { slice, failFast: options.failFast, over }, stop, display.observe);
      isLost = lost?.aborted === true && !signal.aborted;
      if (isLost) complain((lost!.reason as Error).message);
    } finally {
      display.stop();
      await over?.server.close();
    }
    const report = options.report
      ? await reportWhereWhole(result, { signal, dataDirectory: options.data })
      : undefined;
    const hasTables =
      !options.parquet || result.state !== 'completed' || (await exportOrSay(result.directory)) !== undefined;
    printEnd(plan, result, report, options);
    if (isLost) return EXIT.failed;
    if (!hasTables) return EXIT.interrupted;
    return { completed: EXIT.done, failed: EXIT.failed, interrupted: EXIT.interrupted }[result.state];
  });
}

/** The server over which workers compute, where one is asked for. */
async function overOf({ nats, quiet, json }: SweepOptions, signal: AbortSignal): Promise<Over | undefined> {
  if (nats === undefined) return undefined;
  const { FEDSA_NATS_SILENCE: seconds } = process.env;
  const silence = Number(seconds ?? DEFAULT_SILENCE);
  if (!(silence >= 1 && silence <= 86_400))
    throw new InputError(`FEDSA_NATS_SILENCE: ${seconds}: must be a number of seconds from 1 to 86400`);
  const say = quiet ? nothing : complain;
  const { connectNats, jetStreamOf } = await import('../nats/connect.ts');
  const server = await connectNats({
    url: natsUrl(nats),
    name: 'fedsa sweep',
    environment: process.env,
    signal,
    observe: say,
  });
  await jetStreamOf(server);
  return {
    server,
    silence: silence * 1000,
    say,
    idle: (idle) => {
      say(idle.why);
      if (json) jsonLine({ type: 'waiting', ...idle });
    },
  };
}

const jsonLine = (content: object): void => {
  print(`${JSON.stringify(content)}\n`);
};

interface Display {
  readonly observe: (progress: SweepProgress) => void;
  readonly stop: () => void;
}

const nothing = (): void => undefined;

function displayOf({ json, quiet }: SweepOptions): Display {
  if (json) {
    return {
      observe: (progress) => {
        jsonLine({ type: 'progress', ...progress });
      },
      stop: nothing,
    };
  }
  return quiet ? { observe: nothing, stop: nothing } : displayOn(process.stderr);
}

function displayOn(stream: NodeJS.WriteStream): Display {
  const timeLeft = new TimeLeft();
  const line = new TerminalLine(stream);
  let lineAt = performance.now();
  return {
    observe({ runs, totalRuns, rounds, totalRounds, workers }) {
      const seconds = timeLeft.at(performance.now() / 1000, rounds, totalRounds);
      const left = seconds === undefined ? '' : ` · ${durationText(seconds)} left`;
      const by = workers === undefined ? '' : ` · ${counted(workers, 'worker')}`;
      const words = `${grouped(runs)} of ${counted(totalRuns, 'run')}${by}${left}`;
      if (stream.isTTY) line.show({ share: rounds / Math.max(1, totalRounds), words });
      else if (performance.now() - lineAt >= LINE_EVERY) {
        lineAt = performance.now();
        stream.write(`${words}\n`);
      }
    },
    stop: () => {
      line.clear();
    },
  };
}

const cellsOf = ({ cells }: SweepData): { readonly algorithm: string; readonly cell: Cell }[] =>
  [...cells].flatMap(([algorithm, list]) => list.map((cell) => ({ algorithm, cell })));

/** When the levels are reached, at each point; of many points at the best of each algorithm and level. */
function reachLines(data: SweepData): string[] {
  const names = data.axes.map(({ name }) => name);
  const all = cellsOf(data).filter(({ cell }) => cell.reach.length > 0);
  const isShort = all.reduce((sum, { cell }) => sum + cell.reach.length, 0) <= MOST_ROWS;
  const rows = isShort
    ? all.map(({ algorithm, cell }) => ({ algorithm, cell, reached: cell.reach }))
    : bestRows(bestForLevels(data));
  const lines = reachTable(
    data.quantity,
    ['algorithm', ...names],
    rows.map(({ algorithm, cell, reached }) => ({
      heads: [algorithm, ...data.axes.map(({ name, values }) => shownAmong(values)(cell.point[name]!))],
      reached,
    })),
  );
  return [
    ...lines,
    ...(isShort ? [] : [`The best point of each algorithm for each ε; all points are in ${REACH_NAME}`]),
    ...bestLines(data),
  ];
}

/** The best points of each algorithm for each ε, by what they are the best; that no point reaches it where none does. */
function bestLines(data: SweepData): string[] {
  const bests = bestForLevels(data);
  return [
    ...bests.map((best) => {
      const { algorithm, condition, level, cell, alike, tied, seedsNeeded, edges } = best;
      const names = tied.map((each) => {
        const seeds = seedsText(seedsNeeded.get(each));
        return `${pointWords(data, each)}${seeds === '' ? '' : ` (${seeds})`}`;
      });
      return `Best point of ${algorithm}${underText(condition)} for ε = ${levelText(level)}: ${leastTexts(best).join(', ')} at ${pointWords(data, cell)}${edgeText(edges)}${besideNamed({ ...best, alike: alike.map((each) => pointWords(data, each)), tied: names })}`;
    }),
    ...unreachedLevels(data, bests).map(
      ({ algorithm, levels }) =>
        `No point of ${algorithm} reaches ε = ${levels.map(levelText).join(', ')}: a final error above ε does not count`,
    ),
  ];
}

/** More points that are not separated are counted. */
const MOST_TIED = 5;

/** Names of the other points that are alike, and of those that are not separated from the best. */
function besideNamed({
  alike,
  tied,
  others,
  missing,
}: Pick<BestForLevel, 'others' | 'missing'> & {
  readonly alike: readonly string[];
  readonly tied: readonly string[];
}): string {
  if (alike.length + tied.length === 0) {
    if (missing === 0) return beside({ others, alike: 0, notSeparated: 0 });
    if (missing === others) return ', no other point reaches it: a final error above ε does not count';
    return `, separated from all other points that reach it (${grouped(others - missing)} of ${grouped(others)})`;
  }
  const listed = (words: string, names: readonly string[]): string => {
    if (names.length === 0) return '';
    const more = names.length > MOST_TIED ? `; and ${names.length - MOST_TIED} more` : '';
    return `, ${words} ${names.slice(0, MOST_TIED).join('; ')}${more}`;
  };
  return listed('alike with', alike) + listed('not separated from', tied);
}

/** ` at agents = 10`; nothing where there is one condition. */
const underText = (condition: string): string => (condition === '' ? '' : ` at ${condition}`);

/** ` (at the edge of the grid: step-size)`. */
const edgeText = (edges: readonly string[]): string =>
  edges.length === 0 ? '' : ` (at the edge of the grid: ${edges.join(', ')})`;

/** Of how many other points under the same condition the floors are alike, or not separated from the lowest. */
function beside({ others, alike, notSeparated }: Beside): string {
  if (others === 0) return '';
  if (alike + notSeparated === 0) return ', separated from all other points';
  const counts = (words: string, count: number): string => {
    if (count === 0) return '';
    return `, ${words} ${count === others ? 'any other point' : `${grouped(count)} of ${grouped(others)} other points`}`;
  };
  return counts('alike with', alike) + counts('not separated from', notSeparated);
}

/** `; its error is still falling`. */
const trendText = ({ trend }: Cell): string => (trend === 'level' ? '' : `; its error is still ${trend}`);

/** `; 2 points have no final error`: some of their seeds diverged, failed or are missing. */
const missingText = (points: number): string =>
  points === 0 ? '' : `; ${counted(points, 'point')} ${points === 1 ? 'has' : 'have'} no final error`;

const cellAt = ({ cells }: SweepData, algorithm: string, key: string): Cell =>
  cells.get(algorithm)!.find((cell) => cell.key === key)!;

function printEnd(
  plan: SweepPlan,
  result: SweepResult,
  report: string | undefined,
  { json, quiet }: SweepOptions,
): void {
  const { state, directory, failures, computed, found, fromStore, best, rows } = result;
  // What was reached is in files, for the report as for the terminal.
  const asks = plan.first.reach !== undefined;
  const whole = state !== 'interrupted' && !(quiet && !json) ? readSweep(directory) : undefined;
  const data = asks ? whole : undefined;
  if (json) {
    jsonLine({
      type: 'result',
      state,
      directory,
      report: report ?? null,
      points: plan.pointCount,
      computed,
      found,
      ...(fromStore > 0 && { fromStore }),
      rows,
      failures: failures.map(({ key, point, algorithm, line }) => ({ key, point, algorithm, failure: line })),
      best: best.map(({ algorithm, point, key, ...rest }) => ({
        ...{ algorithm, key, ...rest },
        point: plan.point(point),
        edges: whole === undefined ? [] : edgesAt(whole, cellAt(whole, algorithm, key)),
      })),
      ...(data && {
        quantity: data.quantity,
        bestFor: bestForLevels(data).map(
          ({ algorithm, by, cell, reached, alike, tied, seedsNeeded, edges }) => ({
            ...{ algorithm, by, key: cell.key, point: cell.point, ...reachRecord(reached), edges },
            alike: alike.map(({ key, point }) => ({ key, point })),
            notSeparated: tied.map((each) => ({
              ...{ key: each.key, point: each.point },
              seedsToSeparate: seedsNeeded.get(each) ?? null,
            })),
          }),
        ),
        reach: cellsOf(data).map(({ algorithm, cell: { key, point, reach } }) => ({
          ...{ algorithm, key, point, levels: reach.map(reachRecord) },
        })),
      }),
    });
  } else if (!quiet && state !== 'interrupted') {
    const parts =
      fromStore > 0 ? ` (${counted(fromStore, 'replication')} of those computed came from the store)` : '';
    print(
      `${counted(plan.pointCount, 'point')}: ${counted(computed, 'run')} computed, ${found} reused${parts}\n`,
    );
    for (const { algorithm, key, floor, withoutFloor, ...others } of best.slice(0, MOST_TOLD)) {
      const cell = cellAt(whole!, algorithm, key);
      print(
        `Lowest final error of ${algorithm}${underText(conditionText(whole!, cell))}: ${scientific(floor)} at ${pointWords(whole!, cell)}${edgeText(edgesAt(whole!, cell))}${beside(others)}${trendText(cell)}${missingText(withoutFloor)}\n`,
      );
    }
    if (best.length > MOST_TOLD)
      print(`and ${grouped(best.length - MOST_TOLD)} more lowest final errors, in results.csv\n`);
    for (const algorithm of whole!.cells.keys())
      if (!best.some((each) => each.algorithm === algorithm))
        print(`No point of ${algorithm} has a final error: in none have all seeds completed\n`);
    if (data !== undefined) for (const line of reachLines(data)) print(`${line}\n`);
  }
  for (const { point, algorithm, line } of failures.slice(0, MOST_TOLD))
    complain(`${point}: ${algorithm}: ${line}`);
  if (failures.length > MOST_TOLD)
    complain(`and ${failures.length - MOST_TOLD} more failures, in results.csv`);
  if (json) return;
  if (state === 'interrupted')
    complain(
      `interrupted; what is finished is in ${directory}; the same command with --out ${directory} completes it`,
    );
  else if (!quiet) print(report === undefined ? `Files: ${directory}\n` : `Report: ${report}\n`);
}
