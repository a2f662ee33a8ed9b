/** A plan with its pictures in a folder of its own: `plan.json`, `report.html` and `figures`. */
import { describedAlgorithm } from '../../algorithms/parts.ts';
import type { PlanField } from '../../configuration/planField.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Target } from '../../inputs/target.ts';
import { programVersion } from '../../recording/environment.ts';
import { refuseTaken, writeNewFolder } from '../../recording/newFolder.ts';
import { pathSegment } from '../../recording/pathSegment.ts';
import { SAMPLING } from '../../report/configurationTable.ts';
import { stylesOf } from '../../report/palette.ts';
import { planPage } from '../../report/plan/planPage.ts';
import type { PlanPageData } from '../../report/plan/planPageData.ts';
import { counted } from '../../values/counted.ts';
import { InputError } from '../../values/failure.ts';
import { type FoundPlan, planOf, planTitles, type PlanWatch } from './planOf.ts';
import { type PlanQuestion, rangeText } from './planQuestion.ts';

/**
 * The plan of a target, written into a folder where one is given.
 *
 * @param out - a new folder, or an empty one
 * @returns `undefined` where it was ended: nothing is written then
 * @throws InputError in one line, before anything is searched where the folder is not free
 */
export async function planInto(
  target: Target,
  [given, asked]: readonly [RunSettings, Partial<PlanField>],
  watch: PlanWatch,
  out: string | undefined,
): Promise<FoundPlan | undefined> {
  if (out === '') throw new InputError('`out`: "" is no name; name a folder');
  if (out !== undefined) refuseTaken(out);
  const found = await planOf(target, given, asked, { ...watch, hasPictures: out !== undefined });
  if (found !== undefined && out !== undefined) writeNewFolder(out, planFiles(target, found));
  return found;
}

/** What `plan.json` and `--json` have. */
export const planJson = ({ report }: FoundPlan): string => `${JSON.stringify(report)}\n`;

/** The folder's files by name. */
function planFiles(target: Target, found: FoundPlan): Readonly<Record<string, string>> {
  const { html, files = [] } = planPage(pageData(target, found));
  return {
    'plan.json': planJson(found),
    'report.html': html,
    ...Object.fromEntries(files.map(([name, text]) => [`figures/${pathSegment(name)}`, text])),
  };
}

function pageData({ definition }: Target, { questions, report, pairs, pictures }: FoundPlan): PlanPageData {
  const [{ configuration, epsilons, gap, loaded }] = questions as [PlanQuestion];
  const { problem } = loaded;
  const titleOf = planTitles(questions);
  const hues = stylesOf(
    [],
    pairs.map(({ key }) => key),
  );
  return {
    title: definition.title,
    facts: [
      counted(problem.agents, 'agent'),
      `d = ${problem.dimension}`,
      SAMPLING[configuration.sampling]!,
      `${gap.kind === 'localSteps' ? 'H' : 'p'} from ${rangeText(gap.range).replace('..', ' to ')}`,
    ],
    ...{ epsilons, gap: gap.kind, report, version: programVersion(), titleOf },
    algorithms: pairs.map(({ question, place, algorithm, head, key }, k) => {
      const [step] = question.searched[place]!;
      return {
        key,
        style: { ...hues(key), title: titleOf(head) },
        symbol: step === undefined ? 'η' : describedAlgorithm(algorithm).parameters[step.name]!.symbol,
        pictures: pictures[k],
      };
    }),
  };
}
