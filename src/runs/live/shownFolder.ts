/** What is known of a run directory, or of the folder of several panels, as its pages ask for it. */
import type { BehaviorSubject } from 'rxjs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { titlesOf } from '../../algorithms/titles.ts';
import type { Inspection } from '../../events/inspection.ts';
import type { Replication } from '../../configuration/replications.ts';
import { holdsPanels, readPanels } from '../../recording/panelsFile.ts';
import { Board } from './board.ts';
import { executeCommand } from './commands.ts';
import type { Frames } from './frames.ts';
import { GanttWindow } from './ganttWindow.ts';
import { Pace } from './pace.ts';
import { RunFollower } from './runFollower.ts';
import { runFrame } from './runFrame.ts';
import type { RunStepper } from './stepper.ts';
import { steppingFrame } from './steppingFrame.ts';
import { ReplaySession } from './replaySession.ts';

/** What there is beside the folder. */
export interface Beside {
  /** of this program's run, where it is stepped through */
  readonly stepper?: RunStepper | undefined;
  /** whether this program's run is held up, where it can be */
  readonly held?: BehaviorSubject<boolean> | undefined;
  /** of a folder that this program only reads, where recorded data lie: its replications may be stepped through */
  readonly viewed?: { readonly dataDirectory: string | undefined };
}

/** What is shown of one run directory. */
interface Shown {
  readonly follower: RunFollower;
  readonly pace: Pace;
  /** of the share that is done */
  readonly sharePace: Pace;
  walk?: ReplaySession;
}

/** The folder, which may still be missing. */
export class ShownFolder {
  readonly #directory: string;
  readonly #beside: Beside;
  /** by panel; `''` of a page that names none: of several panels it shows the one under way */
  readonly #boards = new Map<string, Board>();
  readonly #runs = new Map<string, Shown>();
  /** of this program's run */
  readonly gantt: GanttWindow;
  /** of this program's run: it is known better than from the files */
  progress: Extract<Inspection, { kind: 'progressed' }> | undefined;

  constructor(directory: string, beside: Beside) {
    this.#directory = directory;
    this.#beside = beside;
    this.gantt = beside.stepper?.gantt ?? new GanttWindow();
  }

  /** What a page shows; `undefined` where there is no such panel. */
  boardOf(panel = ''): Board | undefined {
    if (!this.#has(panel)) return undefined;
    const board = this.#boards.get(panel) ?? new Board();
    this.#boards.set(panel, board);
    // Where others read, the board is kept new for them: a look for each page that opens would send to all of them each time.
    if (board.readers === 0) this.look();
    return board;
  }

  /**
   * Does what a page asks for.
   *
   * @throws InputError in one line, where it cannot be done
   */
  async executeCommand(text: string, panel = ''): Promise<void> {
    const { stepper, held, viewed } = this.#beside;
    if (!this.#has(panel)) return;
    const run = this.#runOf(panel || this.#underWay(this.#panels()));
    const begin = async (replication: Replication): Promise<void> => {
      const walk = await ReplaySession.begin(run.follower.directory, viewed!.dataDirectory, replication);
      run.walk?.leave();
      run.walk = walk;
    };
    const isRecorded = viewed !== undefined;
    await executeCommand(
      { stepper: stepper ?? run.walk?.stepper, isRecorded, held, ...(isRecorded && { begin }) },
      text,
    );
  }

  /**
   * Shows what is new.
   *
   * @returns whether there may be more at once
   */
  look(): boolean {
    const open = [...this.#boards].filter(([, { readers }]) => readers > 0);
    const fresh = [...this.#boards].filter(([, { isEmpty }]) => isEmpty);
    if (open.length + fresh.length === 0) return false;
    const panels = this.#panels();
    let isNew = false;
    for (const { name } of panels.length === 0 ? [{ name: '' }] : panels) {
      const { follower } = this.#runOf(name);
      isNew = follower.poll() || isNew;
    }
    const underWay = this.#underWay(panels);
    for (const [panel, board] of new Set([...open, ...fresh]))
      this.#show(board, panel === '' ? underWay : panel, panels, underWay);
    return isNew;
  }

  /** Bytes that all open pages get if everything is new. */
  get load(): number {
    let bytes = 0;
    for (const board of this.#boards.values()) bytes += board.load;
    return bytes;
  }

  /** Ends what is stepped through, and the streams. */
  end(): void {
    for (const { walk } of this.#runs.values()) walk?.leave();
    for (const board of this.#boards.values()) board.end();
  }

  #show(board: Board, panel: string, panels: Frames['run']['panels'], underWay: string): void {
    const { follower, walk } = this.#runOf(panel);
    const { manifest, directory } = follower;
    const stepper = walk?.stepper ?? this.#beside.stepper;
    const common = { directory, panels, panel: panel === '' ? null : panel };
    board.show('run', runFrame(manifest, common, this.#beside.viewed !== undefined));
    const curves = follower.curves(stepper);
    if (curves !== undefined) board.show('curves', curves);
    const stepping =
      stepper && steppingFrame(stepper, titlesOf(manifest?.configuration.algorithms ?? []), walk);
    if (stepping !== undefined) board.show('stepping', stepping);
    const gantt = walk?.stepper.gantt ?? (panel === underWay ? this.gantt : undefined);
    const agents = gantt?.frame(stepper?.view?.time);
    if (agents !== undefined) board.show('gantt', agents);
    board.show('progress', this.#progressOf(panel, panel === underWay));
  }

  #progressOf(panel: string, isUnderWay: boolean): Frames['progress'] {
    const { follower, pace, sharePace } = this.#runOf(panel);
    const { stepper, held } = this.#beside;
    const isRunning = follower.manifest?.state === 'running';
    const known = isRunning && isUnderWay ? this.progress : undefined;
    const progress = known === undefined ? follower.progress : shareOf(known);
    const { rounds, totalRounds, share } = progress;
    // A run that is stepped through has the pace of who steps.
    const isStepped = stepper !== undefined && stepper.mode !== 'released';
    const isHeld = held !== undefined && isRunning ? held.value : null;
    const goesOn = isRunning && !isStepped && !isHeld;
    const rateOf = (counted: Pace, count: number): number | undefined =>
      goesOn ? counted.at(performance.now() / 1000, count) : counted.rest();
    const rate = rateOf(pace, rounds);
    // The files of a run with limits know of whole replications alone.
    const isSteady = share !== null && (totalRounds !== null || known !== undefined);
    const sharesPerSecond = isSteady ? rateOf(sharePace, share) : undefined;
    const messages = follower.messagesPerRound;
    return {
      ...{ rounds, totalRounds, share, isHeld },
      roundsPerSecond: rate ?? null,
      messagesPerSecond: rate === undefined || messages === undefined ? null : rate * messages,
      secondsLeft: sharesPerSecond ? (1 - share!) / sharesPerSecond : null,
    };
  }

  #runOf(panel: string): Shown {
    const known = this.#runs.get(panel) ?? {
      follower: new RunFollower(join(this.#directory, panel)),
      pace: new Pace(),
      sharePace: new Pace(),
    };
    this.#runs.set(panel, known);
    return known;
  }

  #has(panel: string): boolean {
    return panel === '' || this.#panels().some(({ name }) => name === panel);
  }

  #panels(): Frames['run']['panels'] {
    try {
      if (!holdsPanels(this.#directory)) return [];
      return readPanels(this.#directory).panels.map(({ name, title }) => ({ name, title }));
    } catch {
      return [];
    }
  }

  /** The first that has not come to its end; of a folder that is complete the first. */
  #underWay(panels: Frames['run']['panels']): string {
    const stateOf = (name: string): string | undefined => this.#runOf(name).follower.manifest?.state;
    return (panels.find(({ name }) => stateOf(name) !== 'completed') ?? panels[0])?.name ?? '';
  }
}

const shareOf = ({
  rounds,
  totalRounds,
  share,
}: NonNullable<ShownFolder['progress']>): Pick<Frames['progress'], 'rounds' | 'totalRounds' | 'share'> => ({
  rounds,
  totalRounds: Number.isFinite(totalRounds) ? totalRounds : null,
  share: share ?? (totalRounds > 0 ? rounds / totalRounds : null),
});
