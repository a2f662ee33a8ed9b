/** Blocks of kernel memory: where they lie, that they stay, and who shares them. */
import { expect, test } from 'vitest';
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import { TableBlock } from '../../src/kernels/tableBlock.ts';

test('blocks are aligned, do not overlap, and leave the first page to the kernels', () => {
  const memory = new KernelMemory();
  const sizes = [1, 8, 63, 64, 65, 7, 400, 100_000, 3, 64];
  let end = 65_536;
  for (const bytes of sizes) {
    const address = memory.allocate(bytes);
    expect(address % (bytes < 64 ? 16 : 64)).toBe(0);
    expect(address).toBeGreaterThanOrEqual(end);
    end = address + bytes;
  }
});

test('a view stays valid when the memory grows, and new blocks are zero', () => {
  const memory = new KernelMemory();
  const first = memory.float64(memory.allocate(24), 3);
  first.set([1, 2, 3]);
  const large = memory.allocate(50_000_000);
  expect(memory.uint32(large, 12_500_000).every((word) => word === 0)).toBe(true);
  memory.uint32(large + 49_999_996, 1)[0] = 7;
  first[1] = 5;
  expect(Array.from(memory.float64(first.byteOffset, 3))).toEqual([1, 5, 3]);
});

test('what the caller expects to need is there from the beginning', () => {
  const memory = new KernelMemory(1_000_000);
  const { buffer } = memory.memory;
  memory.allocate(1_000_000);
  expect(memory.memory.buffer.byteLength).toBe(buffer.byteLength);
});

test('beyond 4 GB there is a RangeError that says so', () => {
  const memory = new KernelMemory();
  expect(() => memory.allocate(2 ** 32)).toThrow(
    /^the agents of a host need 4295032832 bytes of kernel memory; there are 4 GB at most$/,
  );
  expect(memory.allocate(8)).toBe(65_536);
});

test('views of every kind see the same bytes', () => {
  const memory = new KernelMemory();
  const address = memory.allocate(16);
  memory.int32(address, 1)[0] = -2;
  expect(memory.uint32(address, 1)[0]).toBe(4_294_967_294);
  expect(Array.from(memory.uint16(address, 2))).toEqual([65_534, 65_535]);
});

test('a kept block is written when it is new and when its source is another one', () => {
  const memory = new KernelMemory();
  const written: string[] = [];
  const source = {};
  const keep = (name: string, from: object, bytes: number): number =>
    memory.kept(name, from, bytes, (address) => {
      written.push(name);
      memory.uint32(address, 1)[0] = written.length;
    });
  const a = keep('a', source, 16);
  expect(keep('a', source, 16)).toBe(a);
  const b = keep('b', source, 16);
  expect(b).not.toBe(a);
  expect(keep('a', {}, 16)).toBe(a);
  expect(memory.uint32(a, 1)[0]).toBe(3);
  expect(keep('b', source, 32)).not.toBe(b);
  expect(written).toEqual(['a', 'b', 'a', 'b']);
});

test('names with the same table share a copy; a table that nobody names any more makes room', () => {
  const memory = new KernelMemory();
  const shared = Float64Array.of(1, 2, 3);
  const ours = Float64Array.of(4, 5, 6);
  const a = memory.table('a', shared);
  expect(memory.table('b', shared)).toBe(a);
  expect(Array.from(memory.float64(a, 3))).toEqual([1, 2, 3]);
  const c = memory.table('a', ours);
  expect(c).not.toBe(a);
  expect(Array.from(memory.float64(a, 3))).toEqual([1, 2, 3]);
  // nobody has the first any more: the next table of its size lies there
  memory.table('b', ours);
  expect(memory.table('d', Float64Array.of(7, 8, 9))).toBe(a);
  expect(Array.from(memory.float64(a, 3))).toEqual([7, 8, 9]);
  expect(Array.from(memory.float64(memory.table('b', ours), 3))).toEqual([4, 5, 6]);
});

test('a part of an array is a table, too', () => {
  const memory = new KernelMemory();
  const words = Uint32Array.of(1, 2, 3, 4).subarray(1, 3);
  expect(Array.from(memory.uint32(memory.table('part', words), 2))).toEqual([2, 3]);
});

test('tables of a block lie at their places in one copy of it; another block of its name and size takes the copy over', () => {
  const memory = new KernelMemory();
  const block = new TableBlock('a block', 48);
  const [first, other] = [new Float64Array(block, 0, 2).fill(1), new Float64Array(block, 16, 4).fill(2)];
  const at = memory.table('one', first);
  expect(memory.table('other', other)).toBe(at + 16);
  expect([...memory.float64(at, 6)]).toEqual([1, 1, 2, 2, 2, 2]);
  const next = new Float64Array(new TableBlock('a block', 48), 40, 1).fill(3);
  expect(memory.table('one', next)).toBe(at + 40);
  expect([...memory.float64(at, 6)]).toEqual([1, 1, 2, 2, 2, 3]);
});
