/** `fedsa play`: a page that computes runs of a problem in its reader's browser, without a run before. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Target } from '../../inputs/target.ts';
import type { Problem } from '../../problems/operator.ts';
import { programVersion } from '../../recording/environment.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { isOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { pathSegment } from '../../recording/pathSegment.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { recordedSettings } from '../../report/asScenario.ts';
import { settingFacts } from '../../report/configurationTable.ts';
import { type Html, trusted } from '../../report/html.ts';
import { pageFrame } from '../../report/pageFrame.ts';
import { writeWhole } from '../../report/wholeFile.ts';
import { InputError } from '../../values/failure.ts';
import { prepareRun } from '../preparedRun.ts';
import type { PlayedRun } from './playedRun.ts';
import { playSection } from './playSection.ts';
import { recordedRun } from './recordedRun.ts';

/** By which a page of this kind is known: no other file is replaced, nor a run's report with such a section. */
const MARK = '<meta name="fedsa" content="play" />';

/** What is played, and what its page says of it. */
interface Page {
  readonly title: string;
  readonly question: string;
  readonly facts: readonly string[];
  readonly played: PlayedRun;
  /** where it is built already */
  readonly problem?: Problem;
}

/**
 * The page of a target with settings over its own.
 *
 * @param words - what `fedsa run` takes for the same
 * @throws InputError in one line for what cannot be run, or what a page cannot compute
 */
export async function playedTarget(
  target: Target,
  given: RunSettings,
  words: readonly string[],
  dataDirectory: string | undefined,
): Promise<Page> {
  const { name, title, question, measure } = target.definition;
  const request = { target, settings: given, dataDirectory, report: false, interactive: true };
  const { configuration, problem, specification } = await prepareRun({ ...request, commandArguments: [] });
  const { agents, dimension } = problem;
  const run = {
    configuration,
    problem: { kind: specification.kind, agents, dimension, specification: null, root: null },
  };
  return {
    ...{ title, question, problem, facts: settingFacts(run) },
    played: {
      ...{ specification, settings: recordedSettings(run) },
      scenario: { name, title, ...(measure && { measure }) },
      target: words,
    },
  };
}

/**
 * The page of a run directory, with what was recorded.
 *
 * @throws InputError in one line for what a page cannot compute
 */
export async function playedDirectory(directory: string, dataDirectory: string | undefined): Promise<Page> {
  const manifest = readManifest(directory);
  const { title, question } = manifest.scenario;
  return {
    title,
    question,
    facts: settingFacts(manifest),
    played: await recordedRun(directory, dataDirectory),
  };
}

/** Whether a name is that of a single run's directory. */
export const isRunDirectory = (name: string): boolean => existsSync(join(name, MANIFEST_NAME));

/**
 * Writes a page.
 *
 * @param out - its path; in the current folder, by the name of the scenario, where it is not given
 * @returns the path
 * @throws InputError where another file is there, or no folder for it
 */
export async function writePlayPage(page: Page, out: string | undefined): Promise<string> {
  const path = out ?? `${pathSegment(page.played.scenario.name)}-play.html`;
  if (path === '' || !existsSync(dirname(path)))
    throw new InputError(`\`out\` ${path}: lies in no folder that is there; expected the path of a page`);
  if (isOrdinaryFile(path) && !readFileSync(path, 'utf8').includes(MARK))
    throw new InputError(`\`out\` ${path}: is there already, and no page of this kind; name another file`);
  await writeWhole(path, wholePage(page).html);
  return path;
}

const wholePage = ({ title, question, facts, played, problem }: Page): Html =>
  pageFrame({
    ...{ title, question, facts },
    ...{ reproduces: null, notice: undefined, main: playSection(played, problem), head: trusted(MARK) },
    footer: `fedsa ${programVersion()} · ${played.scenario.name}`,
  });
