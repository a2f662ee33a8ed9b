/** The paper's own figure, as the scenario lays it out: its axes, quantities and titles. */
import { InputError } from '../../values/failure.ts';
import type { LeadingFigure } from '../../configuration/paperField.ts';
import type { RunInputs } from './inputs.ts';
import type { PlotChoice } from './options.ts';
import type { PaperAxes, PaperFigure } from './paperFigure.ts';
import { planAcross } from './planFloors.ts';
import { planRuns } from './planRuns.ts';

/** Whether nothing is chosen that the scenario's figure has itself. */
export const isOpen = ({ figures, panels, x, y, logX, linearY, overlay }: PlotChoice): boolean =>
  [figures, panels, x, y].every((candidate) => candidate === undefined) && !logX && !linearY && !overlay;

/**
 * The figure; of several quantities those of a panel stand side by side.
 *
 * @param choice - what is not the figure's own: axes, band, smoothing
 * @throws InputError where the scenario says nothing of a figure, or where what was chosen is the figure's own
 */
export function planLeading(inputs: RunInputs, choice: PlotChoice): PaperFigure {
  const { leading: field, reproduces, title, name } = inputs;
  if (field === undefined)
    throw new InputError('`figures` paper: this scenario does not say how its paper lays out a figure');
  const entries = Object.entries({ y: choice.y, overlay: choice.overlay || undefined });
  const taken = entries.find(([, value]) => value !== undefined);
  if (taken !== undefined)
    throw new InputError(`\`${taken[0]}\`: \`figures\` paper has this from the scenario`);
  const titled = { ...inputs, title: reproduces ?? title };
  if (field.axes === 'across') return { ...planAcross(titled, field), name: `${name}-paper` };
  const { axes = 'panels', y = [undefined], scales, limits = true, smooth = 1 } = field;
  const plans = y.map((column) =>
    planRuns(titled, undefined, {
      ...choice,
      ...{ y: column, smooth: choice.smooth > 1 ? choice.smooth : smooth, overlay: axes === 'algorithms' },
      ...{ limits, ...(scales !== undefined && { scales }) },
    }),
  );
  const [first] = plans as [PaperFigure];
  const all = first.axes.flatMap((_, k) =>
    plans.flatMap((plan, j): PaperAxes[] => {
      const axes = plan.axes[k];
      const part = y.length === 1 ? '' : `-${y[j]!}`;
      return axes === undefined ? [] : [{ ...axes, name: `${axes.name}${part}` }];
    }),
  );
  return {
    ...first,
    name: `${name}-paper`,
    title: titled.title,
    axes: all.map((panel, k) => ({ ...panel, title: titlesOf(field, choice)?.[k] ?? panel.title })),
    ...(field.columns !== undefined && { columns: field.columns }),
    caption: [...new Set(plans.flatMap(({ caption }) => caption))],
  };
}

/** Titles by the axes' places, which are others where panels are chosen. */
const titlesOf = ({ titles }: LeadingFigure, { panels }: PlotChoice): LeadingFigure['titles'] =>
  panels === undefined ? titles : undefined;
