/** What a terminal shows of work takes one line. */
import { expect, test } from 'vitest';
import { lineText, TerminalLine } from '../../src/commandLine/terminalLine.ts';
import { progressDisplay } from '../../src/commandLine/progressDisplay.ts';

const WORDS = '2,155 of 2,400 rounds · error 0.026 · 1 h 40 min left';

test.each([
  [80, '', '███████████████░░  89 % · 2,155 of 2,400 rounds · error 0.026 · 1 h 40 min left'],
  [80, 'fast: ', '██████████░  89 % · fast: 2,155 of 2,400 rounds · error 0.026 · 1 h 40 min left'],
  [70, 'fast: ', ' 89 % · fast: 2,155 of 2,400 rounds · error 0.026 · 1 h 40 min left'],
  [68, 'ten agents: ', ' 89 % · ten…: 2,155 of 2,400 rounds · error 0.026 · 1 h 40 min left'],
  [60, 'fast: ', ' 89 % · 2,155 of 2,400 rounds · error 0.026 · 1 h 40 min le'],
])('in %d columns with the label "%s"', (columns, label, text) => {
  expect(lineText({ share: 0.896, label, words: WORDS }, columns)).toBe(text);
  expect(Array.from(text).length).toBeLessThan(columns);
});

test('without a share there is no bar', () => {
  expect(lineText({ label: 'exact curve', words: ' · 3 s so far' }, 80)).toBe('exact curve · 3 s so far');
});

test('the progress of a panel with a long name fits 80 columns, with the time that is left', () => {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 80, write: (text: string) => written.push(text) > 0 };
  const label = 'run 12 of 31, compression-and-bandwidth/bytes-100000: ';
  const display = progressDisplay(stream as unknown as NodeJS.WriteStream, label);
  display.observe({ kind: 'progressed', rounds: 1234, totalRounds: 2000, error: 1.25e-7 });
  display.stop();
  const [line, end] = written.map((text) => text.replace('\r\u001b[K', ''));
  expect(line).toBe(' 61 % · run 12 of 31, c…/bytes-100000: 1,234 of 2,000 rounds · error 1.2 × 10⁻⁷');
  expect(Array.from(line!).length).toBeLessThan(80);
  expect(end).toBe('');
});

test('control characters of a name are shown, not obeyed; a second line within a moment is not written', () => {
  const written: string[] = [];
  const line = new TerminalLine({ write: (text: unknown) => written.push(String(text)) > 0, columns: 80 });
  line.show({ label: '\u001b[31mred', words: '' });
  line.show({ label: 'too soon', words: '' });
  expect(written).toHaveLength(1);
  expect(written[0]!.slice(4)).not.toContain('\u001b');
});
