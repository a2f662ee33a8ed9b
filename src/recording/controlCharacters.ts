/** Characters that no path may have: a line break in one would end a line of a script or of a message. */
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { CONTROL, visibleWord } from '../values/foreignText.ts';

const codeOf = (character: string): string =>
  character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

/**
 * Refuses a path, or another word of a command line, with a control character.
 *
 * @throws InputError in one line
 */
export function refuseControlCharacters(word: string): void {
  const [found] = word.match(CONTROL) ?? [];
  if (found === undefined) return;
  throw new InputError(
    `"${visibleWord(quoted(word))}": holds the control character U+${codeOf(found)}; a name without control characters is expected`,
  );
}
