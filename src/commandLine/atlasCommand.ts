/** `fedsa plan --atlas`: where the theorems’ bounds are loose, and by which power. */
import { atlasInto, atlasJson, type FoundAtlas } from '../runs/atlas/atlasOf.ts';
import { InputError } from '../values/failure.ts';
import { flagOf } from '../values/parameter.ts';
import {
  absences,
  atlasTable,
  axesText,
  SYMBOL_WORDS,
  theoremSentences,
  theoremTitle,
  violations,
} from '../report/atlas/atlasWords.ts';
import { byTheorem } from '../search/atlas/atlasTheorems.ts';
import { counted } from '../values/counted.ts';
import { givenGrid } from './atlasGrid.ts';
import { type PlanOptions, planSearch } from './planSearch.ts';
import { rangesOf, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
import { table } from './textTable.ts';

/** The text of an atlas. */
function atlasText({ report, titleOf }: FoundAtlas): string {
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

/** Prints the atlas, or writes it as JSON, and gives the exit status. */
export async function atlasCommand(name: string, options: PlanOptions): Promise<number> {
  refuseQuestion(options);
  const grid = givenGrid(options);
  const target = await singleTarget(name, options, 'an atlas is of one run');
  return planSearch(
    options,
    (watch) =>
      atlasInto(
        target,
        { settings: settingsOf(options), grid },
        { ...watch, dataDirectory: options.data },
        options.out,
      ),
    { json: atlasJson, text: atlasText },
  );
}

/** @throws InputError for what a plan is asked, and for ranges, which a plan searches */
function refuseQuestion(options: PlanOptions): void {
  const asked = (['epsilon', 'cost', 'by', 'verify'] as const).find((name) => options[name] !== undefined);
  if (asked !== undefined)
    throw new InputError(`--${asked}: an atlas searches nothing; leave it out, or leave out --atlas`);
  const [ranged] = Object.keys(rangesOf(options));
  if (ranged === undefined) return;
  const flag = flagOf(ranged);
  throw new InputError(`--${flag}: an atlas searches no range; name its values by --grid ${flag}=…`);
}
