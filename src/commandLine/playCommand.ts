/** `fedsa play`: a page that computes runs in its reader's browser. */
import { isRunDirectory, playedDirectory, playedTarget, writePlayPage } from '../runs/play/playPage.ts';
import { EXIT } from './exitStatus.ts';
import { print } from './print.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';

export interface PlayOptions extends SettingOptions {
  out?: string;
}

/**
 * Writes the page, and says where it is.
 *
 * @param given - the options of the run as they were given, each with its value after it
 * @returns the exit status
 */
export async function playCommand(
  name: string,
  options: PlayOptions,
  given: readonly string[],
): Promise<number> {
  const { out, data } = options;
  const settings = settingsOf(options);
  const target = [name, ...given];
  // Recorded rows are of the run's own settings; a folder of data is none.
  const isRecorded = isRunDirectory(name) && target.length === (data === undefined ? 1 : 3);
  const page = isRecorded
    ? await playedDirectory(name, data)
    : await playedTarget(await singleTarget(name, options, 'a page plays one run'), settings, target, data);
  print(`Page: ${await writePlayPage(page, out)}\n`);
  return EXIT.done;
}
