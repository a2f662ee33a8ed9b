/** Long work says how far it is: at once on a terminal, every ten seconds elsewhere. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareDisplay } from '../../src/commandLine/shareDisplay.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is written in 25 s, of which each second does a hundredth of the work. */
function written(isTTY: boolean): string[] {
  const lines: string[] = [];
  const display = shareDisplay({ isTTY, write: (text: unknown) => lines.push(String(text)) > 0 });
  for (let second = 0; second < 25; second++) {
    display.observe('points of the grid', second / 100);
    vi.advanceTimersByTime(1000);
  }
  display.stop();
  return lines;
}

test('elsewhere there is a line every ten seconds', () => {
  expect(written(false)).toEqual([
    'points of the grid: 10 % · 10 s so far\n',
    'points of the grid: 20 % · 20 s so far\n',
  ]);
});

test('a line on a terminal overwrites the one before, and is gone in the end', () => {
  const lines = written(true);
  expect(lines).toHaveLength(26);
  expect(lines[7]).toBe('\r\u001b[Kpoints of the grid: 7 % · 7 s so far');
  expect(lines.at(-1)).toBe('\r\u001b[K');
});
