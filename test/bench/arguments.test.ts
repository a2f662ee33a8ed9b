import { describe, expect, it, vi } from 'vitest';
import { parseArguments } from '../../bench/harness/arguments.ts';
import type { Benchmark } from '../../bench/harness/benchmark.ts';
import { InputError } from '../../src/values/failure.ts';

const bench = (name: string): Benchmark => ({ name, question: '?', run: () => [] });
const ALL = ['frequent/word', 'frequent/draw', 'targeted/step'].map(bench);
const names = (words: readonly string[]): string[] =>
  parseArguments(words, ALL).benches.map(({ name }) => name);

describe('the words after npm run bench --', () => {
  it('mean all benches in full effort without a report where there are none', () => {
    expect(parseArguments([], ALL)).toEqual({ quick: false, report: undefined, benches: ALL });
  });

  it('name a bench by its full name, by what follows the group, or by the group', () => {
    expect(names(['frequent/draw'])).toEqual(['frequent/draw']);
    expect(names(['step'])).toEqual(['targeted/step']);
    expect(names(['frequent'])).toEqual(['frequent/word', 'frequent/draw']);
    expect(names(['step', 'word'])).toEqual(['frequent/word', 'targeted/step']);
  });

  it('take the word after --report for its file unless it is an option or a bench', () => {
    expect(parseArguments(['--report', 'page.html', 'step'], ALL)).toMatchObject({
      report: 'page.html',
      benches: [{ name: 'targeted/step' }],
    });
    for (const words of [['--report', 'step'], ['--report', '--quick'], ['--report']]) {
      expect(parseArguments(words, ALL).report).toBe('bench-report.html');
    }
    expect(parseArguments(['--report=step'], ALL)).toMatchObject({ report: 'step', benches: ALL });
    expect(parseArguments(['--report', '--quick'], ALL).quick).toBe(true);
  });

  it('are refused in one line that says what would be right', () => {
    const refusals = [
      { words: ['--quik'], says: 'there is no option "--quik"; there are --quick and --report [FILE]' },
      {
        words: ['words'],
        says: 'no bench is called "words"; there are frequent/word, frequent/draw, targeted/step',
      },
      { words: ['--report='], says: '--report= names no file' },
    ];
    for (const { words, says } of refusals) {
      expect(() => parseArguments(words, ALL)).toThrow(new InputError(says));
    }
  });

  // Done in this process: one of its own would read all benches again.
  it('end the program with status 2 and that line where they are wrong', async () => {
    const { argv, exitCode } = process;
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const complained = vi.spyOn(console, 'error').mockReturnValue();
    process.argv = [...argv.slice(0, 2), '--fast'];
    try {
      await import('../../bench/main.ts');
      expect(process.exitCode).toBe(2);
      expect(printed).not.toHaveBeenCalled();
      expect(complained.mock.calls).toEqual([
        ['there is no option "--fast"; there are --quick and --report [FILE]'],
      ]);
    } finally {
      process.argv = argv;
      process.exitCode = exitCode;
      printed.mockRestore();
      complained.mockRestore();
    }
  });
});
