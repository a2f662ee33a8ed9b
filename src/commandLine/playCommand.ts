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
 * @param valued - the options that take a value, as in `--seeds`
 * @returns the exit status
 */
export async function playCommand(
  name: string,
  options: PlayOptions,
  words: readonly string[],
  valued: ReadonlySet<string>,
): Promise<number> {
  const { out, data } = options;
  const settings = settingsOf(options);
  const target = targetWords(words, valued);
  // Recorded rows are of the run's own settings; a folder of data is none.
  const isRecorded = isRunDirectory(name) && target.length === (data === undefined ? 1 : 3);
  const page = isRecorded
    ? await playedDirectory(name, data)
    : await playedTarget(await singleTarget(name, options, 'a page plays one run'), settings, target, data);
  print(`Page: ${await writePlayPage(page, out)}\n`);
  return EXIT.done;
}

/** The words that `fedsa run` takes for the run that is played, its name first: all but the command and where its page goes. */
function targetWords([, ...words]: readonly string[], valued: ReadonlySet<string>): string[] {
  const names: string[] = [];
  const options: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('--')) {
      names.push(word);
      continue;
    }
    const [flag, ...within] = word.split('=');
    const value = valued.has(flag!) ? [within.length > 0 ? within.join('=') : words[++at]!] : [];
    if (flag !== '--out' && flag !== '--') options.push(flag!, ...value);
  }
  return [...names, ...options];
}
