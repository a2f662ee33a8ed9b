/** Text in lines of bounded width. */

/**
 * Breaks a text at spaces, those beside an equals sign and within a norm excepted, into lines no wider than `most`, where its words allow that.
 *
 * @param most - in sizes of the font
 */
export function wrapped(text: string, most: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<!=) (?!=)(?=(?:[^‖]*‖[^‖]*‖)*[^‖]*$)/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
