/** Sums of long rows, with the bits of `rowSums.ts`: a few columns at a time, so that what is read stays near. */

/**
 * Rows of `out` += M · the rows whose addresses are in `from`, M `[rows, inner]`; `stride` in bytes. With a `shift` each further row is
 * the sum of rows so many bytes on, by the same factors.
 */
export function addRowSums(
  out: usize,
  stride: usize,
  M: usize,
  rows: i32,
  from: usize,
  inner: i32,
  count: i32,
  shift: usize,
): void {
  const pairs = count & ~3;
  for (let j = 0; j < pairs; j += 4) {
    const column = (<usize>j) << 3;
    for (let i = 0; i < rows; i++) {
      const to = out + <usize>i * stride + column;
      let low = v128.load(to);
      let high = v128.load(to, 16);
      let m = shift === 0 ? M + ((<usize>i * inner) << 3) : M;
      const source = column + <usize>i * shift;
      let table = from;
      const four = table + ((<usize>(inner & ~3)) << 2);
      for (; table < four; table += 16, m += 32) {
        const a = v128.load64_splat(m);
        const b = v128.load64_splat(m, 8);
        const c = v128.load64_splat(m, 16);
        const e = v128.load64_splat(m, 24);
        const A = <usize>load<u32>(table) + source;
        const B = <usize>load<u32>(table, 4) + source;
        const C = <usize>load<u32>(table, 8) + source;
        const E = <usize>load<u32>(table, 12) + source;
        low = f64x2.add(
          low,
          f64x2.add(
            f64x2.add(f64x2.mul(a, v128.load(A)), f64x2.mul(b, v128.load(B))),
            f64x2.add(f64x2.mul(c, v128.load(C)), f64x2.mul(e, v128.load(E))),
          ),
        );
        high = f64x2.add(
          high,
          f64x2.add(
            f64x2.add(f64x2.mul(a, v128.load(A, 16)), f64x2.mul(b, v128.load(B, 16))),
            f64x2.add(f64x2.mul(c, v128.load(C, 16)), f64x2.mul(e, v128.load(E, 16))),
          ),
        );
      }
      const end = from + ((<usize>inner) << 2);
      for (; table < end; table += 4, m += 8) {
        const a = v128.load64_splat(m);
        const A = <usize>load<u32>(table) + source;
        low = f64x2.add(low, f64x2.mul(a, v128.load(A)));
        high = f64x2.add(high, f64x2.mul(a, v128.load(A, 16)));
      }
      v128.store(to, low);
      v128.store(to, high, 16);
    }
  }
  for (let j = pairs; j < count; j++) {
    const column = (<usize>j) << 3;
    for (let i = 0; i < rows; i++) {
      const to = out + <usize>i * stride + column;
      let sum = load<f64>(to);
      let m = shift === 0 ? M + ((<usize>i * inner) << 3) : M;
      const source = column + <usize>i * shift;
      let l = 0;
      for (; l + 3 < inner; l += 4, m += 32) {
        const table = from + ((<usize>l) << 2);
        sum +=
          load<f64>(m) * load<f64>(<usize>load<u32>(table) + source) +
          load<f64>(m, 8) * load<f64>(<usize>load<u32>(table, 4) + source) +
          (load<f64>(m, 16) * load<f64>(<usize>load<u32>(table, 8) + source) +
            load<f64>(m, 24) * load<f64>(<usize>load<u32>(table, 12) + source));
      }
      for (; l < inner; l++, m += 8)
        sum += load<f64>(m) * load<f64>(<usize>load<u32>(from + ((<usize>l) << 2)) + source);
      store<f64>(to, sum);
    }
  }
}

/** Writes blocks of `size` rows, whose first rows are in `table`, from one column to another, as columns of the same matrix; `stride` in bytes. */
export function mirrorRows(
  matrix: usize,
  stride: usize,
  table: usize,
  blocks: i32,
  size: i32,
  from: i32,
  to: i32,
): void {
  for (let j = from; j < to; j++) {
    for (let k = 0; k < blocks; k++) {
      const row = <usize>load<u32>(table + ((<usize>k) << 2));
      const target = matrix + <usize>j * stride + (row << 3);
      let source = matrix + row * stride + ((<usize>j) << 3);
      for (let i = 0; i < size; i++, source += stride)
        store<f64>(target + ((<usize>i) << 3), load<f64>(source));
    }
  }
}
