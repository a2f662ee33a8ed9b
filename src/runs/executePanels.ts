/** The panels of a scenario, side by side, from their targets to the folder that holds them all. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, InputError } from '../values/failure.ts';
import type { Inspection } from '../events/inspection.ts';
import { createFolder } from '../recording/createFolder.ts';
import { whileLocked } from '../recording/directoryLock.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { type PanelsFile, panelsFileOf, refuseOtherThan, writePanels } from '../recording/panelsFile.ts';
import { refuseAnother, refuseForeign } from '../recording/prepareDirectory.ts';
import { readManifest } from '../recording/readManifest.ts';
import { dropAnswer, writeAnswer } from './answer.ts';
import type { RunResult, RunWatch } from './executeRun.ts';
import {
  defaultDirectory,
  manifestOf,
  prepareRun,
  type PreparedRun,
  type RunRequest,
} from './preparedRun.ts';
import { inOrder, Turns } from './sideBySide.ts';
import { ofPanel, type PanelTarget } from '../inputs/panelTargets.ts';
import { unforeseenLine } from './unforeseenLine.ts';

export interface PanelsRequest extends RunRequest {
  readonly panels: readonly PanelTarget[];
}

/** Panels with everything checked, and nothing written yet. */
export interface PreparedPanels {
  readonly request: PanelsRequest;
  readonly directory: string;
  readonly file: PanelsFile;
  readonly panels: readonly { readonly name: string; readonly prepared: PreparedRun }[];
}

/** How one panel ended; those that an interrupt left untouched have none. */
export interface PanelResult {
  readonly name: string;
  /** `undefined` where its folder could not be used */
  readonly result: RunResult | undefined;
  /** one line, where it failed */
  readonly failure: string | undefined;
}

/** How the panels ended. */
export interface PanelsResult {
  /** the worst of the panels' */
  readonly state: RunResult['state'];
  readonly directory: string;
  /** the answer to the scenario's question, if there is one */
  readonly answer: string | undefined;
  /** path of the joint report, where one was written */
  readonly report: string | undefined;
  /** one line if it could not be written */
  readonly failure: string | undefined;
  readonly panels: readonly PanelResult[];
}

/** Reads, builds and checks every panel; throws InputError, which names the panel, and writes nothing. */
export async function preparePanels(request: PanelsRequest): Promise<PreparedPanels> {
  const { definition } = request.target;
  const directory = request.out ?? defaultDirectory(definition.name);
  const file = panelsFileOf(definition, request.panels);
  refuseOtherThan(file, directory);
  const isAnswering = definition.answer !== undefined;
  const panels: PreparedPanels['panels'][number][] = [];
  for (const { name, target } of request.panels) {
    const out = join(directory, name);
    refuseForeign(out);
    const prepared = await ofPanel(name, prepareRun({ ...request, target, out, isAnswering }));
    if (existsSync(join(out, MANIFEST_NAME))) refuseAnother(out, readManifest(out), manifestOf(prepared));
    panels.push({ name, prepared });
  }
  return { request, directory, file, panels };
}

/** Who hears of panels, and ends them. */
export interface PanelsWatch extends Omit<RunWatch, 'observe'> {
  /** sees every event of every panel */
  readonly observe: (panel: string, inspection: Inspection) => void;
  /** sees each panel's result as soon as it and those before it are there */
  readonly ended: (panel: PanelResult) => Promise<void> | void;
}

/**
 * Runs what was prepared. A panel that fails does not keep the others from running; an interrupt
 * ends the panels under way, and what is then missing the same command completes.
 *
 * @param prepared - by {@link preparePanels}
 */
export async function executePanels(prepared: PreparedPanels, watch: PanelsWatch): Promise<PanelsResult> {
  const { directory } = prepared;
  createFolder(directory);
  return whileLocked(directory, async () => runAll(prepared, watch));
}

async function runAll(
  { request, directory, file, panels }: PreparedPanels,
  { signal: interrupt, observe, ended, observeCurves }: PanelsWatch,
): Promise<PanelsResult> {
  writePanels(directory, file);
  const leave = new AbortController();
  const signal = AbortSignal.any([interrupt, leave.signal]);
  const turns = new Turns();
  const underWay = panels.map(async ({ name, prepared: run }): Promise<PanelResult | undefined> => {
    const watch: RunWatch = {
      signal,
      observe: (inspection) => {
        observe(name, inspection);
      },
      observeCurves: (progress) =>
        observeCurves?.({ ...progress, title: `${progress.title}, panel ${name}` }),
    };
    try {
      const result = await turns.execute(() => run, watch);
      return result && { name, result, failure: result.failure };
    } catch (error) {
      // Whatever it is, it is no reason to leave out the other panels.
      const failure = error instanceof InputError ? firstLine(error) : unforeseenLine(error);
      return { name, result: undefined, failure };
    }
  });
  const results: PanelResult[] = [];
  for await (const panel of inOrder(underWay, leave)) {
    if (panel === undefined) continue;
    if (panel.result && !panel.result.wasComplete) dropAnswer(directory);
    results.push(panel);
    await ended(panel);
  }
  const cutShort =
    results.length < panels.length ||
    results.some(({ result }) => result?.state === 'interrupted' || result?.exactInterrupted);
  const state = cutShort
    ? 'interrupted'
    : results.some(({ failure }) => failure !== undefined)
      ? 'failed'
      : 'completed';
  let answer: string | undefined;
  try {
    if (state === 'completed') answer = await writeAnswer(directory, request.target);
  } catch (error) {
    return {
      ...{ state: 'failed', directory, answer, report: undefined },
      ...{ failure: firstLine(error), panels: results },
    };
  }
  if (!request.report || state === 'interrupted') {
    return { state, directory, answer, report: undefined, failure: undefined, panels: results };
  }
  try {
    const report = await jointReport(directory);
    return { state, directory, answer, report, failure: undefined, panels: results };
  } catch (error) {
    const failure = `the joint report could not be written: ${firstLine(error)}`;
    return { state: 'failed', directory, answer, report: undefined, failure, panels: results };
  }
}

async function jointReport(directory: string): Promise<string> {
  const { buildJointReport } = await import('../report/buildJointReport.ts');
  return (await buildJointReport(directory)).report;
}
