/** Single agents that are slower than they would be, as a short text: `0:4,7..9:2`. */
import { decimalOf, type Reading } from '../values/text.ts';
import type { TimingOverride } from './timingModel.ts';

const FORM = /^(\d+)(?:\.\.(\d+))?:(.*)$/;

/** Agents, one or from a first to a last, each with the factor on its compute times. */
export function readSlowAgents(text: string): Reading<TimingOverride[]> {
  const overrides: TimingOverride[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first, factor = ''] = FORM.exec(part.trim()) ?? [];
    const slowness = decimalOf(factor);
    if (!(Number(first) <= Number(last) && slowness > 0 && slowness < Infinity) || first === '')
      return {
        fault:
          'must be agents with factors above 0, as 0:4,7:2 or 0..3:4, agents counted from 0 and each range ascending',
      };
    overrides.push({ agents: [Number(first), Number(last)], slowness });
  }
  return { value: overrides };
}
