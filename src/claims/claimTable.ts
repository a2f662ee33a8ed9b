/** The table of claims on a terminal: at most 100 columns. */
import type { ClaimResult } from './claim.ts';
import { plainFormulas } from './formula.ts';
import { misprint } from './evaluate.ts';
import { drawsText, paperLines, regionText, slackText, valueText } from './words.ts';

const WIDTH = 100;
/** The widest verdict and two spaces. */
const GUTTER = 15;
const NAME_WIDTH = 38;

/** Words in lines of at most `width`; a longer word has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A text beside the gutter, its further lines indented. */
const beside = (text: string, indent = 0): string[] =>
  wrapped(text, WIDTH - GUTTER - indent).map(
    (line, index) => ' '.repeat(GUTTER + (index === 0 ? 0 : indent)) + line,
  );

/** The lines of one claim: verdict, name and source; the claim in words; each number; why it was not tested. */
export function claimLines(result: ClaimResult): string[] {
  const { claim, verdict, parts, note } = result;
  const held = drawsText(result);
  const times = slackText(result);
  const wrong = misprint(result);
  const head = `${verdict.padEnd(GUTTER)}${claim.name.padEnd(NAME_WIDTH)} ${claim.paper}, ${claim.source}`;
  return [
    ...(head.length <= WIDTH
      ? [head]
      : [`${verdict.padEnd(GUTTER)}${claim.name}`, ...beside(`${claim.paper}, ${claim.source}`)]),
    ...beside(plainFormulas(claim.statement)),
    ...parts.flatMap((part) => {
      const printed = part.isPrinted ? 'as printed ' : '';
      const mark = parts.length > 1 && part.verdict !== 'holds' ? ` (${part.verdict})` : '';
      return beside(
        `· ${plainFormulas(part.statistic)}: ${valueText(part.value)}, ${printed}claimed ${regionText(part.claimed)}${mark}`,
        2,
      );
    }),
    ...(verdict === 'confirmed-for' ? beside(`For: ${plainFormulas(claim.conditions!)}`) : []),
    ...(wrong === undefined ? [] : beside(`False in print: ${plainFormulas(claim.printed!)}`)),
    ...(times === undefined ? [] : beside(`The bound lies ${times} above.`)),
    ...(parts.length === 0 ? beside(note) : []),
    ...(held === undefined ? [] : beside(`Holds on ${held} draws of its problems.`)),
  ];
}

/** All claims, an empty line between them, and for each paper how many of its results are confirmed. */
export function claimTable(results: readonly ClaimResult[]): string {
  const blocks = results.map((result) => claimLines(result).join('\n'));
  return [...blocks, paperLines(results).join('\n')].join('\n\n');
}

/** The claims without verdicts, for `--list`: name, source and sentence. */
export function claimIndex(claims: readonly ClaimResult['claim'][]): string {
  return claims
    .map(({ name, paper, source, statement }) =>
      [
        `${name.padEnd(NAME_WIDTH)} ${paper}, ${source}`,
        ...wrapped(plainFormulas(statement), WIDTH - 4).map((line) => `    ${line}`),
      ].join('\n'),
    )
    .join('\n');
}
