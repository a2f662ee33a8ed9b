/** The grid of an atlas on the command line of plans. */
import { type Grid, sweptName } from '../configuration/sweep/grid.ts';
import { InputError } from '../values/failure.ts';

export interface AtlasGrid {
  grid?: readonly string[];
  zip?: readonly string[];
}

/** The names with their values. @throws InputError in one line */
export const givenGrid = ({ grid = [], zip = [] }: AtlasGrid): Grid => ({
  grid: grid.map((text) => sweptName(text, '--grid')),
  zip: zip.map((text) => sweptName(text, '--zip')),
});

/** Refuses a grid where a plan is asked for, which searches ranges. @throws InputError in one line */
export function refuseGrid(options: AtlasGrid): void {
  const name = (['grid', 'zip'] as const).find((option) => options[option] !== undefined);
  if (name !== undefined)
    throw new InputError(
      `--${name}: a grid is of an atlas: add --atlas, or give the plan ranges, such as --step-size 0.001..1`,
    );
}
