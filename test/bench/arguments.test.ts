import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../bench/harness/arguments.ts';
import type { Benchmark } from '../../bench/harness/benchmark.ts';
import { InputError } from '../../src/protocol/failure.ts';

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

  it('end the program with status 2 and that line where they are wrong', () => {
    const main = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', main, '--fast'], {
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'there is no option "--fast"; there are --quick and --report [FILE]\n',
    });
  });
});
