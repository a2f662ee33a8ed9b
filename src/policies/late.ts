/** What becomes of an answer that comes after the server has stepped. */
import type { OptionSetting } from './kind.ts';

export const LATE_UPDATES = ['drop', 'carry'] as const;

export type LateUpdates = (typeof LATE_UPDATES)[number];

/** A policy's setting. */
export const late: OptionSetting<LateUpdates> = {
  form: 'option',
  flag: '--late',
  means: 'what becomes of late updates',
  default: 'drop',
  lacking: 'under which no update comes late',
  of: { words: LATE_UPDATES },
};

/** It in words. */
export const lateText = (late: LateUpdates): string =>
  late === 'drop' ? 'late answers are dropped' : 'late answers count in the next round';
