/** The live page of a run directory, or of the folder of several panels: it follows the files, finished or growing. */
import type { Watch } from '../../../actors/experiment/preparedExperiment.ts';
import type { Inspection } from '../../events/inspection.ts';
import { type LiveOptions, serveLive } from './liveServer.ts';
import { type Beside, ShownFolder } from './shownFolder.ts';

/** Milliseconds between two looks at the files, and where more of them is to be read. */
const LOOK_EVERY = 250;
const LOOK_AGAIN = 20;

/**
 * Bytes that are sent to all pages in a millisecond, on average. A look's frames may be 100 kB: however many pages are open,
 * sending leaves most of the time to the run and to new pages.
 */
const BYTES_PER_MILLISECOND = 20_000;

/** A page that is served. */
export interface LivePage {
  readonly url: string;
  /** What is to be given to the run, where it is this program's. */
  readonly experiment: Watch;
  /** What happens in the run, where it is this program's: how far it is is known better than from its files. */
  observe(inspection: Inspection): void;
  /** Shows the run as it is in the end, and ends. */
  close(): Promise<void>;
}

/**
 * Serves the page of a folder, which may still be missing.
 *
 * @param beside - what the page knows beside the folder, and what it may do
 * @throws InputError where the server cannot listen
 */
export async function openLivePage(
  directory: string,
  options: LiveOptions,
  beside: Beside,
): Promise<LivePage> {
  const { stepper, held } = beside;
  const folder = new ShownFolder(directory, beside);
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const soon = folder.look() ? LOOK_AGAIN : LOOK_EVERY;
    timer = setTimeout(look, Math.max(soon, folder.load / BYTES_PER_MILLISECOND));
  };
  const server = await serveLive(
    (panel) => folder.boardOf(panel),
    async (text, panel) => {
      await folder.executeCommand(text, panel);
      clearTimeout(timer);
      timer = setTimeout(look, LOOK_AGAIN);
    },
    options,
  );
  look();
  return {
    url: server.url,
    experiment: { stepper, held, activities: folder.gantt },
    observe: (inspection) => {
      if (inspection.kind === 'progressed') folder.progress = inspection;
      else if (inspection.kind === 'placed') folder.progress = undefined;
    },
    close: async () => {
      clearTimeout(timer);
      folder.progress = undefined;
      while (folder.look());
      folder.end();
      await server.close();
    },
  };
}
