/** Use of an answer that comes after the server has stepped. */
import { choice } from '../values/parameter.ts';

export type LateUpdates = 'drop' | 'carry';

/** A policy's setting. */
export const late = {
  ...choice('LATE', 'what becomes of late updates', ['drop', 'carry'], { default: 'drop' }),
  lacking: 'under which no update comes late',
};

/** The use in words. */
export const lateText = (late: LateUpdates): string =>
  late === 'drop' ? 'late answers are dropped' : 'late answers count in the next round';
