/** Says which algorithms a run leaves out, since nobody asked for them and they cannot run. */
import type { Target } from '../inputs/target.ts';
import { withOwnFiles } from '../inputs/ownFiles.ts';
import type { LeftOut } from '../configuration/leftOut.ts';
import { overlay } from '../configuration/overlay.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import { complain } from './complain.ts';

/** Says it of one algorithm. */
export function tellLeftOut({ algorithm, reason }: LeftOut, panel?: string): void {
  complain(`${panel === undefined ? '' : `${panel}: `}${algorithm} is left out: it ${reason}`);
}

/** Says it of a target's run. */
export async function tellAllLeftOut(
  { definition }: Target,
  settings: RunSettings,
  panel?: string,
): Promise<void> {
  const leaves = (omission: LeftOut): void => {
    tellLeftOut(omission, panel);
  };
  overlay(definition, await withOwnFiles(settings), { leaves });
}
