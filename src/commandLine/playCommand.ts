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
 * @param words - those after `fedsa`
 * @returns the exit status
 */
export async function playCommand(
  name: string,
  options: PlayOptions,
  words: readonly string[],
): Promise<number> {
  const { out, data } = options;
  const settings = settingsOf(options);
  const target = targetWords(words, name);
  // What was recorded is of the run's own settings.
  const isRecorded = isRunDirectory(name) && target.length === 1;
  const page = isRecorded
    ? await playedDirectory(name, data)
    : await playedTarget(await singleTarget(name, options, 'a page plays one run'), settings, target, data);
  print(`Page: ${await writePlayPage(page, out)}\n`);
  return EXIT.done;
}

/** What `fedsa run` takes for the run that is played: all but the command and where its page goes. */
function targetWords([, ...words]: readonly string[], name: string): string[] {
  const kept = words.filter(
    (word, at) =>
      word !== name && !/^--(out|data)(=|$)/.test(word) && !/^--(out|data)$/.test(words[at - 1] ?? ''),
  );
  return [name, ...kept];
}
