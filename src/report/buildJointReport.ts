/** From the run directories of several panels to one page that shows them together. */
import { isTimed } from '../timing/isTimed.ts';
import { InputError } from '../values/failure.ts';
import { readPanels } from '../recording/panelsFile.ts';
import { answerIn } from './answerFile.ts';
import { axesOf } from './axisSwitch.ts';
import { contenderGroups } from './contest/contender.ts';
import { contestOf } from './contest/contest.ts';
import { firstSection, RATIO_FILES, ratioSection } from './contest/contestSection.ts';
import { folded } from './folded.ts';
import { html } from './html.ts';
import { passageTable } from './reachFigure.ts';
import { reachFigures } from './jointFigures.ts';
import { type JointContent, jointPage } from './jointPage.ts';
import { jointTable } from './jointTable.ts';
import { algorithmsOf, commonColumn, jointStyles, readPanelData, summarisePanels } from './panelData.ts';
import { panelsTimeline } from './timeline/panelsTimeline.ts';
import { TIMELINE_FILES } from './timeline/timelineSection.ts';
import { type BuiltReport, writePage } from './writePage.ts';
import { curvesIn, type Joint } from './jointCurves.ts';

/** Longer tables are folded: pictures say the same before them. */
const MOST_OPEN = 8;

/** Every name that this program gives a figure of several panels: others in the folder are not ours. */
const OURS =
  /^(paper-\d+|panel-[A-Za-z0-9.-]+|(rounds|steps|time|uplink)-[a-z0-9_-]+|reach-[a-z0-9_-]+|final|coin-[A-Za-z0-9.-]+|agents(-[A-Za-z0-9.-]+)?)\.(svg|csv)$/;

/**
 * Writes `report.html`, `figures/<name>.svg` and `figures/<name>.csv` into the folder of several panels,
 * from what their run directories hold, each file whole or not at all; figures of an earlier report that
 * no longer have data are removed. The same runs give the same bytes.
 *
 * @throws InputError, one line, if panels.json or a run cannot be read; nothing is written then
 */
export async function buildJointReport(directory: string, isFull = false): Promise<BuiltReport> {
  const file = readPanels(directory);
  const panels = await readPanelData(directory, file);
  if (panels.length === 0) {
    throw new InputError(`${directory}: none of its panels has begun; run the scenario first`);
  }
  const column = commonColumn(panels);
  const joint: Joint = {
    ...{ directory, file, panels, column },
    algorithms: algorithmsOf(panels),
    styles: jointStyles(panels),
    summaries: summarisePanels(panels, column),
    // Untimed panels have no seconds, and all panels are drawn against the same.
    usual: panels.every(({ manifest }) => isTimed(manifest.configuration)) ? 'time' : 'round',
    axes: axesOf(panels),
  };
  const whole = jointPage({ ...joint, ...curvesIn(joint), ...resultsIn(joint), answer: answerIn(directory) });
  return writePage(
    directory,
    whole,
    (name) => OURS.test(name) || RATIO_FILES.test(name) || TIMELINE_FILES.includes(name),
    isFull,
  );
}

/** Tables of results, what they come to in comparison, how soon levels are reached, and what agents were at. */
function resultsIn(
  joint: Joint,
): Pick<JointContent, 'results' | 'reach' | 'timeline' | 'verdicts' | 'ratios'> {
  const { directory, file, panels, column, algorithms, styles, summaries } = joint;
  const contests = contenderGroups(panels, column, styles).map((group) => contestOf(group));
  const rows = summaries.flatMap(({ panel, algorithms: all }) =>
    all
      .filter((summary) => summary.reach.length > 0)
      .map((summary) => ({
        heads: [html`${panel.title}`, ...(algorithms.length === 1 ? [] : [html`${summary.title}`])],
        reached: summary.reach,
      })),
  );
  const table = jointTable(summaries, column, file.across, styles);
  const isLong = summaries.reduce((sum, { algorithms: all }) => sum + all.length, 0) > MOST_OPEN;
  const titles = ['Panel', ...(algorithms.length === 1 ? [] : ['Algorithm'])];
  return {
    results: isLong ? folded('The numbers, by panel', table) : table,
    ...{ verdicts: firstSection(contests, column), ratios: ratioSection(contests) },
    reach:
      rows.length === 0
        ? undefined
        : {
            figures: reachFigures(panels, algorithms, column, file.across, styles),
            table: passageTable(rows, titles, column),
          },
    timeline: panelsTimeline(directory, panels, column),
  };
}
