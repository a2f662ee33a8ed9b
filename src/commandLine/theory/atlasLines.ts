/** An atlas of bounds as text: a table of the theorems, and what is said of each. */
import {
  absences,
  atlasTable,
  axesText,
  SYMBOL_WORDS,
  theoremSentences,
  theoremTitle,
  violations,
} from '../../report/atlas/atlasWords.ts';
import type { FoundAtlas } from '../../runs/atlas/atlasOf.ts';
import { byTheorem } from '../../theory/atlas/atlasTheorems.ts';
import { counted } from '../../values/counted.ts';
import { table } from '../textTable.ts';

/** The text of an atlas. */
export function atlasText({ report, titleOf }: FoundAtlas): string {
  const { axes, cells, theorems } = report;
  const { head, rows } = atlasTable(theorems);
  const all = byTheorem(cells);
  const above = violations(cells, titleOf);
  const sentences = theorems.flatMap((theorem, at) => {
    const [first, ...others] = theoremSentences(theorem, titleOf);
    return [first!, ...[...others, ...absences(all[at]!)].map((line) => `  ${line}`)];
  });
  const applied = [...theorems.keys()].filter((at) => theorems[at]!.kind !== 'none');
  return [
    ...(above.length === 0 ? [] : [`${above.join('\n')}\n`]),
    `Exact value over each theorem’s bound or shape, ${counted(cells.length, 'cell')}: ${axesText(axes)}`,
    ...(applied.length === 0
      ? []
      : table([['', ...head], ...applied.map((at) => [theoremTitle(theorems[at]!, titleOf), ...rows[at]!])])),
    '',
    ...sentences,
    '',
    ...(theorems.some(({ powers }) => powers.length > 0) ? [SYMBOL_WORDS, ''] : []),
  ].join('\n');
}
