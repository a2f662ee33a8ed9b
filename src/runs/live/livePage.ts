/** The live page of a run directory, or of the folder of several panels: it follows the files, finished or growing. */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Experiment } from '../../../actors/experiment/preparedExperiment.ts';
import type { Inspection } from '../../protocol/inspection.ts';
import { holdsPanels, readPanels } from '../../recording/panelsFile.ts';
import { Board } from './board.ts';
import type { Frames } from './frames.ts';
import { type LiveOptions, serveLive } from './liveServer.ts';
import { Pace } from './pace.ts';
import { GanttWindow } from './ganttWindow.ts';
import type { RunStepper } from './stepper.ts';
import { obey, steppingFrame } from './steppingFrame.ts';
import { RunFollower, runFrame } from './runFollower.ts';

/** Milliseconds between two looks at the files, and where more of them is to be read. */
const LOOK_EVERY = 250;
const LOOK_AGAIN = 20;

/** A page that is served. */
export interface LivePage {
  readonly url: string;
  /** What is to be given to the run, where it is this program's. */
  readonly experiment: Pick<Experiment, 'stepper' | 'watched'>;
  /** What happens in the run, where it is this program's: how far it is is known better than from its files. */
  observe(inspection: Inspection): void;
  /** Shows the run as it is in the end, and ends. */
  close(): Promise<void>;
}

/** What is shown of one run directory. */
interface Shown {
  readonly follower: RunFollower;
  readonly pace: Pace;
}

/** What is known of the folder, as its pages ask for it. */
class Watch {
  readonly #directory: string;
  /** by panel; `''` of a page that names none: of several panels it shows the one under way */
  readonly #boards = new Map<string, Board>();
  readonly #runs = new Map<string, Shown>();
  readonly #stepper: RunStepper | undefined;
  readonly gantt = new GanttWindow();
  progress: Extract<Inspection, { kind: 'progressed' }> | undefined;

  constructor(directory: string, stepper: RunStepper | undefined) {
    this.#directory = directory;
    this.#stepper = stepper;
  }

  boardOf(panel = ''): Board | undefined {
    const panels = this.#panels();
    if (panel !== '' && !panels.some(({ name }) => name === panel)) return undefined;
    const board = this.#boards.get(panel) ?? new Board();
    this.#boards.set(panel, board);
    this.look();
    return board;
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

  end(): void {
    for (const board of this.#boards.values()) board.end();
  }

  #show(board: Board, panel: string, panels: Frames['run']['panels'], underWay: string): void {
    const { follower, pace } = this.#runOf(panel);
    board.show('run', runFrame(follower, panels, panel === '' ? null : panel));
    const curves = follower.curves();
    if (curves !== undefined) board.show('curves', curves);
    const stepping = this.#stepper && steppingFrame(this.#stepper);
    if (stepping !== undefined) board.show('stepping', stepping);
    const gantt = panel === underWay ? this.gantt.frame(this.#stepper?.view) : undefined;
    if (gantt !== undefined) board.show('gantt', gantt);
    const isRunning = follower.manifest?.state === 'running';
    const known = isRunning && panel === underWay ? this.progress : undefined;
    const progress = known === undefined ? follower.progress : shareOf(known);
    const { rounds, totalRounds, share } = progress;
    // A run that is stepped through has the pace of who steps.
    const isHeld = this.#stepper !== undefined && this.#stepper.mode !== 'released';
    const rate = isRunning && !isHeld ? pace.at(performance.now() / 1000, rounds) : undefined;
    const messages = follower.messagesPerRound;
    const left = totalRounds === null ? undefined : totalRounds - rounds;
    board.show('progress', {
      ...{ rounds, totalRounds, share },
      roundsPerSecond: rate ?? null,
      messagesPerSecond: rate === undefined || messages === undefined ? null : rate * messages,
      secondsLeft: rate === undefined || rate === 0 || left === undefined ? null : left / rate,
    });
  }

  #runOf(panel: string): Shown {
    const there = this.#runs.get(panel) ?? {
      follower: new RunFollower(join(this.#directory, panel)),
      pace: new Pace(),
    };
    this.#runs.set(panel, there);
    return there;
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
}: NonNullable<Watch['progress']>): Pick<Frames['progress'], 'rounds' | 'totalRounds' | 'share'> => ({
  rounds,
  totalRounds: Number.isFinite(totalRounds) ? totalRounds : null,
  share: share ?? (totalRounds > 0 ? rounds / totalRounds : null),
});

/**
 * Serves the page of a folder, which may still be missing.
 *
 * @param stepper - of the run, where it is stepped through
 *
 * @throws InputError where the server cannot listen
 */
export async function openLivePage(
  directory: string,
  options: LiveOptions,
  stepper?: RunStepper,
): Promise<LivePage> {
  const watch = new Watch(directory, stepper);
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = setTimeout(look, watch.look() ? LOOK_AGAIN : LOOK_EVERY);
  };
  const command =
    stepper &&
    ((text: string) => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AGAIN);
      return obey(stepper, text);
    });
  const server = await serveLive((panel) => watch.boardOf(panel), options, command);
  look();
  return {
    url: server.url,
    experiment: {
      stepper: stepper && {
        begin: (replication) => {
          watch.gantt.clear();
          return stepper.begin(replication);
        },
        allowed: (events, view) => stepper.allowed(events, view),
      },
      watched: (event) => {
        watch.gantt.heard(event);
        stepper?.heard(event);
      },
    },
    observe: (inspection) => {
      if (inspection.kind === 'progressed') watch.progress = inspection;
      else if (inspection.kind === 'placed') watch.progress = undefined;
      else if (inspection.kind === 'replicationStarted' && stepper === undefined) watch.gantt.clear();
    },
    close: async () => {
      clearTimeout(timer);
      watch.progress = undefined;
      while (watch.look());
      watch.end();
      await server.close();
    },
  };
}
