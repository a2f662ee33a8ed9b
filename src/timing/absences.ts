/** Sources of absences: on and off in turn, a record, or several of these together. All times are in ticks. */
import { ClockFailure } from '../values/failure.ts';
import { secondsOf, type Ticks } from '../values/ticks.ts';

/** A stretch of time in which an agent is away. */
export interface Absence {
  readonly from: Ticks;
  readonly to: Ticks;
}

/**
 * One absence after another: none begins before the one before it has ended. An agent that does not come back has one without an end,
 * and where there are no more all that follow are from Infinity on.
 */
export type Absences = () => Absence;

const NO_MORE: Absence = { from: Infinity, to: Infinity };

/** When a stretch ends that begins at a time and is so long. */
type Stretch = (from: Ticks, length: Ticks) => Ticks;

const plain: Stretch = (from, length) => from + length;

/** Times on in succession that rounding to ticks takes away. */
const MOST_LOST = 1000;

/** A renewal process that is under way: whether it is on at the start, and for how long still. */
export interface UnderWay {
  readonly isOn: boolean;
  readonly left: Ticks;
}

/**
 * On and off in turn.
 *
 * @param drawOn - length of the next time on
 * @param drawOff - of the next time off
 * @param start - by default a time on begins at 0
 * @param lasts - when a time on, or off, of such a length ends; where that is not of the clock
 */
export function renewal(
  drawOn: () => Ticks,
  drawOff: () => Ticks,
  start?: UnderWay,
  lasts: { readonly on: Stretch; readonly off: Stretch } = { on: plain, off: plain },
): Absences {
  let at = 0;
  let first = start;
  let lost = 0;
  return () => {
    const left = first?.left;
    const from = first?.isOn === false ? 0 : lasts.on(at, left ?? drawOn());
    lost = from === at ? lost + 1 : 0;
    if (lost > MOST_LOST)
      throw new ClockFailure(
        `at ${secondsOf(at)} s the virtual clock resolves no availability of an agent: the timing model’s times on should be longer, or its times off shorter`,
      );
    at = lasts.off(from, first?.isOn === false ? first.left : drawOff());
    first = undefined;
    return { from, to: at };
  };
}

/**
 * A day in equal parts, each of which stretches time by a factor: of what lasts `length` at a factor of 1 the part that falls
 * into part k of a day lasts `factors[k]` times as long. Parts begin and end at the ticks nearest to their times.
 *
 * @param phase - how much of its day has gone by at time 0
 */
export function daily(factors: readonly number[], period: Ticks, phase: Ticks): Stretch {
  const part = period / factors.length;
  return (from, length) => {
    let at = from;
    let left = length;
    for (let k = Math.floor((from + phase) / part); ; k++) {
      const end = Math.round((k + 1) * part) - phase;
      if (end <= at) continue;
      const factor = factors[k % factors.length]!;
      const gone = Math.round((end - at) / factor);
      if (left <= gone) return Math.min(end, at + Math.round(left * factor));
      left -= gone;
      at = end;
    }
  };
}

/**
 * Absences between the stretches of a record in which the agent is there.
 *
 * @param present - stretches in which the agent is there: in order, not overlapping
 * @param period - after which the record begins again; without it the agent is gone after its end
 */
export function recorded(present: readonly (readonly [Ticks, Ticks])[], period?: Ticks): Absences {
  const isAlways =
    period !== undefined &&
    present[0]![0] === 0 &&
    present.every(([, to], k) => to === (present[k + 1]?.[0] ?? period));
  if (isAlways) return () => NO_MORE;
  let next = 0;
  let thereUntil = 0;
  return () => {
    for (;;) {
      const stretch = present[next % present.length]!;
      const cycle = Math.floor(next / present.length);
      next++;
      if (cycle > 0 && period === undefined) {
        const from = thereUntil;
        thereUntil = Infinity;
        return { from, to: Infinity };
      }
      const [from, to] = cycle === 0 ? stretch : stretch.map((time) => cycle * period! + time);
      const absence = { from: thereUntil, to: from };
      thereUntil = to!;
      if (absence.to > absence.from) return absence;
    }
  };
}

/** Away where one of two has an absence. */
export function together(first: Absences, other: Absences): Absences {
  let [a, b] = [first(), other()];
  return () => {
    const { from } = a.from <= b.from ? a : b;
    let to = from;
    while (to < Infinity) {
      if (a.from <= to) {
        to = Math.max(to, a.to);
        a = first();
      } else if (b.from <= to) {
        to = Math.max(to, b.to);
        b = other();
      } else return { from, to };
    }
    [a, b] = [NO_MORE, NO_MORE];
    return { from, to };
  };
}
