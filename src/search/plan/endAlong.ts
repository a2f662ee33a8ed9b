/** The end of where something holds along positive numbers. */

/** Bisections of an end, to a hundredth and a half. */
const BISECTIONS = 4;
const OUTWARDS = 1.25;

/** How far from a place that holds towards a bound all places hold. */
export function endAlong(center: number, bound: number, holds: (x: number) => boolean): number {
  const outwards = bound > center ? OUTWARDS : 1 / OUTWARDS;
  const within = (x: number): number => (bound > center ? Math.min(bound, x) : Math.max(bound, x));
  let [inside, outside] = [center, within(center * outwards)];
  while (holds(outside)) {
    if (outside === bound) return bound;
    [inside, outside] = [outside, within(outside * outwards)];
  }
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = Math.sqrt(inside * outside);
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
