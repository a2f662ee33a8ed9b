import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CsvWriter, type WriteBytes } from '../../src/recording/csvWriter.ts';
import { builtWriter } from './builtWriter.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** A disk that takes `capacity` bytes of a file, partly writes what crosses that, then is full. */
function diskOf(capacity: number): WriteBytes {
  return (descriptor, bytes, offset, length, position) => {
    const room = Math.min(length, capacity - position);
    if (room <= 0) throw new Error('ENOSPC: no space left on device, write');
    return writeSync(descriptor, bytes, offset, room, position);
  };
}

describe('CsvWriter', () => {
  test('rows are held back until flush, and wholeBytes tells how far the file has come', () => {
    const file = join(temporaryFolder(), 'rows.csv');
    const writer = new CsvWriter(file, 0);
    writer.row('a,b');
    expect(readFileSync(file, 'utf8')).toBe('');
    writer.flush();
    writer.row('1,2');
    expect(readFileSync(file, 'utf8')).toBe('a,b\n');
    expect(writer.wholeBytes).toBe(4);
    writer.close();
    writer.close();
    expect(readFileSync(file, 'utf8')).toBe('a,b\n1,2\n');
  });

  test('a block of 65,536 characters is written without a flush', () => {
    const file = join(temporaryFolder(), 'rows.csv');
    const writer = new CsvWriter(file, 0);
    // 64 rows of 1,023 characters and a line feed fill the block exactly.
    for (let i = 0; i < 63; i++) writer.row('x'.repeat(1_023));
    expect(writer.wholeBytes).toBe(0);
    writer.row('x'.repeat(1_023));
    expect(writer.wholeBytes).toBe(65_536);
    writer.close();
  });

  test('a file is cut to the bytes to keep, and rows go on from there', () => {
    const file = join(temporaryFolder(), 'rows.csv');
    writeFileSync(file, 'a,b\n1,2\n3,');
    const writer = new CsvWriter(file, 8);
    writer.row('5,6');
    writer.close();
    expect(readFileSync(file, 'utf8')).toBe('a,b\n1,2\n5,6\n');
  });

  test('a write that the system takes in pieces of 3 bytes arrives whole', () => {
    const file = join(temporaryFolder(), 'rows.csv');
    const writer = new CsvWriter(file, 0, (descriptor, bytes, offset, length, position) =>
      writeSync(descriptor, bytes, offset, Math.min(3, length), position),
    );
    writer.row('a,b,c');
    writer.row('1,2,3');
    writer.close();
    expect(readFileSync(file, 'utf8')).toBe('a,b,c\n1,2,3\n');
  });

  test('on a disk of any size from 0 to 12 bytes the file keeps its whole rows and the error names it', () => {
    for (let capacity = 0; capacity < 12; capacity++) {
      const file = join(temporaryFolder(), 'rows.csv');
      const writer = new CsvWriter(file, 0, diskOf(capacity));
      for (const row of ['a,b', '1,2', '3,4']) writer.row(row);
      const line = `${file}: rows could not be written (ENOSPC: no space left on device)`;
      expect(() => writer.flush()).toThrow(line);
      // Rows are 4 bytes each.
      expect(readFileSync(file, 'utf8')).toBe('a,b\n1,2\n3,4\n'.slice(0, 4 * Math.floor(capacity / 4)));
      expect(writer.wholeBytes).toBe(4 * Math.floor(capacity / 4));
      expect(() => writer.row('5,6')).toThrow(line);
      expect(() => writer.sync()).toThrow(line);
      writer.close();
      expect(readFileSync(file, 'utf8')).toHaveLength(4 * Math.floor(capacity / 4));
    }
  });

  test('where the system itself limits files to 8 kB, 10-byte rows end at the last whole one below it', () => {
    // A real short write and a real error: the shell's file size limit, in units of 1,024 bytes.
    const file = join(temporaryFolder(), 'rows.csv');
    const program = builtWriter(temporaryFolder());
    const output = execFileSync(
      'bash',
      ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, program, 'rows', file],
      { encoding: 'utf8' },
    );
    expect(output).toBe(`${file}: rows could not be written (EFBIG: file too large)`);
    expect(readFileSync(file, 'utf8')).toBe('123456789\n'.repeat(819));
  });
});
