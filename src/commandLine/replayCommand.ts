/** `fedsa replay`: runs a run directory again and says whether every number came out bit for bit. */
import { InputError } from '../values/failure.ts';
import { changeOf } from '../runs/replayChanges.ts';
import { prepareReplayWith } from '../runs/replayWith.ts';
import { runPrepared } from './runCommand.ts';
import { holdsPanels } from '../recording/panelsFile.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { type PanelReplay, replayPanels } from '../runs/replayPanels.ts';
import { type ReplayResult, replayRun } from '../runs/replayRun.ts';
import { print, printError } from './print.ts';

export interface ReplayOptions {
  data?: string;
  json?: boolean;
  /** `NAME=VALUE` */
  with?: readonly string[];
  out?: string;
  report: boolean;
  quiet?: boolean;
}

/** What is said of a folder as a whole; `unusable` where a panel's run could not be read or built again. */
type Verdict = ReplayResult['state'] | 'unusable';

const STATUS = {
  same: EXIT.done,
  different: EXIT.failed,
  unusable: EXIT.badInput,
  interrupted: EXIT.interrupted,
} as const;

/** From the gravest on. */
const GRAVITY: readonly Verdict[] = ['interrupted', 'different', 'unusable'];

/**
 * Replays a run directory, or those of several panels, and prints what was found; or its events with other settings.
 *
 * @returns the exit status
 */
export async function replayCommand(
  directory: string,
  options: ReplayOptions,
  commandArguments: readonly string[],
): Promise<number> {
  const { data, json, out, report, quiet } = options;
  if (options.with !== undefined) {
    const changes = options.with.map(changeOf);
    const request = { dataDirectory: data, out, report, commandArguments };
    return runPrepared(await prepareReplayWith(directory, changes, request), {
      report,
      ...(json && { json }),
      ...(quiet && { quiet }),
    });
  }
  if (out !== undefined || quiet || !report)
    throw new InputError(
      '--out, --no-report and --quiet are for a replay --with another value; leave them out',
    );
  if (!holdsPanels(directory)) {
    const result = await interruptibly((signal) => replayRun(directory, signal, data));
    printResult(result, directory, undefined, json);
    return STATUS[result.state];
  }
  const verdicts: Verdict[] = [];
  await interruptibly((signal) =>
    replayPanels(directory, signal, data, (panel) => {
      verdicts.push(verdictOf(panel));
      tellPanel(panel, json);
    }),
  );
  const state = GRAVITY.find((verdict) => verdicts.includes(verdict)) ?? 'same';
  if (json) printJson({ type: 'replays', panel: null, state, directory });
  return STATUS[state];
}

const verdictOf = ({ result, failure }: PanelReplay): Verdict =>
  failure === undefined ? (result?.state ?? 'same') : 'unusable';

const printJson = (line: object): void => {
  print(`${JSON.stringify(line)}\n`);
};

function tellPanel({ name, directory, result, failure }: PanelReplay, json: boolean | undefined): void {
  if (result !== undefined) printResult(result, directory, name, json);
  else if (json)
    printJson({ type: 'replay', panel: name, state: failure ? 'unusable' : 'not begun', failure, directory });
  else if (failure === undefined) print(`${name}: not begun, so there is nothing to replay.\n`);
  if (failure !== undefined) printError(`fedsa: panel ${name}: ${failure}\n`);
}

function printResult(
  { state, difference, rows, complete }: ReplayResult,
  directory: string,
  panel: string | undefined,
  json: boolean | undefined,
): void {
  if (json) {
    const head = { type: 'replay', ...(panel === undefined ? {} : { panel }) };
    printJson({ ...head, state, difference: difference ?? null, rows, complete, directory });
  } else if (state === 'same') {
    const where = complete ? '' : ', up to where the run stopped';
    const whose = panel === undefined ? '' : `${panel}: `;
    print(`${whose}Replayed ${rows} rows: every number came out bit for bit${where}.\n`);
  } else if (state === 'different') {
    printError(`fedsa: ${directory}: ${difference!}\n`);
  }
}
