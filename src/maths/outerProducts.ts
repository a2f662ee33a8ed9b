/** Sums of outer products, `Σ_s x(s) y(s)ᵀ`, as mean matrices are. */

/** Vectors that are gathered before their products are added: as many as let the sums of an entry stay in a register for a while. */
const GATHERED = 32;

/** Of the gathered vectors coordinate after coordinate, `[d, GATHERED]`. Kept, for there may be very many agents. */
const roomFor = (d: number) => {
  const panel = (): Float64Array => new Float64Array(d * GATHERED);
  return { d, x: new Float64Array(d), y: new Float64Array(d), xs: panel(), ys: panel() };
};
let room = roomFor(0);

/**
 * `Σ_s x(s) y(s)ᵀ` `[d, d]`, each entry summed in the order of s.
 *
 * @param count - s = 0, …, count − 1
 * @param put - writes x and y of s, both `[d]`; false: leaves s out
 */
export function outerProducts(
  count: number,
  d: number,
  put: (s: number, x: Float64Array, y: Float64Array) => boolean,
): Float64Array {
  const { x, y, xs, ys } = room.d === d ? room : (room = roomFor(d));
  const sum = new Float64Array(d * d);
  let gathered = 0;
  for (let s = 0; s < count; s++) {
    if (!put(s, x, y)) continue;
    for (let j = 0; j < d; j++) {
      xs[j * GATHERED + gathered] = x[j]!;
      ys[j * GATHERED + gathered] = y[j]!;
    }
    if (++gathered < GATHERED) continue;
    addGathered(sum, d, xs, ys, gathered);
    gathered = 0;
  }
  if (gathered > 0) addGathered(sum, d, xs, ys, gathered);
  return sum;
}

/** Four entries at once: two rows by two columns. */
function addGathered(
  sum: Float64Array,
  d: number,
  xs: Float64Array,
  ys: Float64Array,
  gathered: number,
): void {
  for (let i = 0; i < d; i += 2) {
    // An odd last row or column is computed twice over, to the same bits.
    const below = i + 1 < d ? i + 1 : i;
    const x0 = i * GATHERED;
    const x1 = below * GATHERED;
    for (let j = 0; j < d; j += 2) {
      const right = j + 1 < d ? j + 1 : j;
      const y0 = j * GATHERED;
      const y1 = right * GATHERED;
      let s00 = sum[i * d + j]!;
      let s01 = sum[i * d + right]!;
      let s10 = sum[below * d + j]!;
      let s11 = sum[below * d + right]!;
      for (let s = 0; s < gathered; s++) {
        const a0 = xs[x0 + s]!;
        const a1 = xs[x1 + s]!;
        const b0 = ys[y0 + s]!;
        const b1 = ys[y1 + s]!;
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a1 * b0;
        s11 += a1 * b1;
      }
      sum[i * d + j] = s00;
      sum[i * d + right] = s01;
      sum[below * d + j] = s10;
      sum[below * d + right] = s11;
    }
  }
}
