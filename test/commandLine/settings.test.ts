/** Texts of options become settings, or are refused. */
import { Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { groupedHelp } from '../../src/commandLine/helpGroups.ts';
import { addSweepOptions } from '../../src/commandLine/sweepOptions.ts';
import {
  addRunOptions,
  addSettingOptions,
  type SettingOptions,
  settingsOf,
} from '../../src/commandLine/settings.ts';
import type { RunSettings } from '../../src/configuration/settings/runSettings.ts';

/** Settings of a command line, and what is complained of. */
function parse(...args: readonly string[]): { settings: RunSettings; complaint: string } {
  let complaint = '';
  const command = addRunOptions(addSettingOptions(new Command('run')))
    .exitOverride()
    .configureOutput({ outputError: (text) => (complaint += text) });
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return { settings: settingsOf(command.opts<SettingOptions>()), complaint };
}

test('nothing given is nothing set, so that a scenario and the defaults have their say', () => {
  expect(parse()).toEqual({ settings: {}, complaint: '' });
});

test.each<{ args: string[]; settings: RunSettings }>([
  { args: ['--seeds', '5'], settings: { seeds: 5 } },
  { args: ['--seeds', '3..7'], settings: { seeds: [3, 4, 5, 6, 7] } },
  { args: ['--seeds', '2,4'], settings: { seeds: [2, 4] } },
  { args: ['--seeds=-2..0'], settings: { seeds: [-2, -1, 0] } },
  { args: ['--initial=1,-2'], settings: { initial: [1, -2] } },
  { args: ['--initial', '-1e-3, 2'], settings: { initial: [-0.001, 2] } },
  { args: ['--algorithm', 'fedavg, scafflsa'], settings: { algorithms: ['fedavg', 'scafflsa'] } },
  { args: ['--step-size', '1e-3'], settings: { stepSize: 0.001 } },
  {
    args: ['--step-size', 'decreasing:2,10,0.5'],
    settings: { stepSize: { kind: 'decreasing', scale: 2, offset: 10, exponent: 0.5 } },
  },
  { args: ['--step-size', 'corollary-1'], settings: { stepSize: { kind: 'corollary-1' } } },
  {
    args: ['--step-size', 'corollary-1:0.25'],
    settings: { stepSize: { kind: 'corollary-1', monotonicity: 0.25 } },
  },
  { args: ['--step-size', 'doubling:8'], settings: { stepSize: { kind: 'doubling', firstRounds: 8 } } },
  {
    args: ['--step-size', 'doubling:8,0.5'],
    settings: { stepSize: { kind: 'doubling', firstRounds: 8, monotonicity: 0.5 } },
  },
  {
    args: ['--extrapolation', 'local-steps', '--extrapolation-noise', 'independent'],
    settings: { extrapolation: 'local-steps', extrapolationNoise: 'independent' },
  },
  {
    args: ['--stride', '5', '--drawn', '--lyapunov'],
    settings: { stride: 5, drawn: true, lyapunov: true },
  },
  {
    args: ['--server-step-size', '0.5', '--momentum', '0.9'],
    settings: { serverStepSize: 0.5, momentum: 0.9 },
  },
  { args: ['--local-steps', '3', '--rounds', '0'], settings: { localSteps: 3, rounds: 0 } },
  {
    args: ['--communication-probability', '1', '--steps', '7'],
    settings: { communicationProbability: 1, steps: 7 },
  },
  { args: ['--record', 'all'], settings: { record: 'all' } },
  { args: ['--record', 'every=50'], settings: { record: { every: 50 } } },
  {
    args: ['--sampling', 'iid', '--placement', 'packed', '--threads', '2'],
    settings: { sampling: 'iid', placement: 'packed', threads: 2 },
  },
  {
    args: ['--iterates', '--average', '0.5', '--allow-divergence'],
    settings: { iterates: true, average: 0.5, allowDivergence: true },
  },
])('$args sets $settings', ({ args, settings }) => {
  expect(parse(...args)).toEqual({ settings, complaint: '' });
});

const COUNT = /a whole number/;

test.each([
  {
    option: '--step-size',
    texts: ['0', '-1', 'NaN', '1e999', 'abc', ''],
    message: /greater than 0|a number|a finite number/,
  },
  {
    option: '--server-step-size',
    texts: ['0', '-0.5', 'Infinity'],
    message: /greater than 0|a number|a finite number/,
  },
  { option: '--momentum', texts: ['x', 'NaN'], message: /a number/ },
  { option: '--local-steps', texts: ['0', '-1', '1.5', '1e30', '2147483648', ''], message: COUNT },
  {
    option: '--communication-probability',
    texts: ['0', '-0.1', '1.0001', 'NaN', '1e999'],
    message: /\(0, 1\]|a number|a finite number/,
  },
  { option: '--rounds', texts: ['-1', '1.5', '1e30', 'NaN', 'many'], message: /a whole number from 0/ },
  { option: '--steps', texts: ['-1', '0.5', '1e30', '1e999'], message: /a whole number from 0/ },
  {
    option: '--seeds',
    texts: ['0', '-3', '1.5', '1e30', '1..', '..3', '1..2..3', '1,,2', '1,2.5', ''],
    message: /how many \(1 to 1000000\), a range a\.\.b or a list a,b,c of whole numbers/,
  },
  {
    option: '--seeds',
    texts: ['5..3', '1..99999999999', '1..1000001'],
    message: /a ≤ b and at most 1000000 seeds/,
  },
  // 2^53 + 1 is no double: it would silently be another seed
  { option: '--seeds', texts: ['1,9007199254740993'], message: /whole numbers below 2\^53/ },
  {
    option: '--initial',
    texts: ['', '1,', 'a,b', 'NaN,0', '1e999', '1 2'],
    message: /a number|a finite number/,
  },
  { option: '--sampling', texts: ['Markov', 'none', ''], message: /choices are markov, iid, exact/ },
  { option: '--placement', texts: ['auto', 'threads'], message: /choices are own-thread, packed, inline/ },
  { option: '--threads', texts: ['0', '-2', '1.5', '1e9'], message: COUNT },
  {
    option: '--record',
    texts: ['none', 'every', 'every=', 'every=0', 'every=1.5'],
    message: /"all", "every=N"|a whole number from 1/,
  },
  { option: '--average', texts: ['1', '-0.1', 'half'], message: /\[0, 1\)|a number/ },
])('$option refuses $texts, naming the option and what would be right', ({ option, texts, message }) => {
  for (const text of texts) {
    const { complaint } = parse(`${option}=${text}`);
    expect(complaint).toContain(`'${option} <`);
    expect(complaint).toContain(`'${text}'`);
    expect(complaint).toMatch(message);
    expect(complaint.trimEnd()).not.toContain('\n');
  }
});

test('every option of run and sweep is under a heading of its own in --help-all, and none is lost', () => {
  const command = addSweepOptions(new Command('sweep')).configureHelp(groupedHelp(true));
  const help = command.helpInformation();
  const [, other] = help.split('\nOptions:\n');
  expect(other!.trim()).toMatch(/^-h, --help +display help for command$/);
  for (const { long } of command.options) expect(help).toContain(`  ${long!}`);
  expect(help.indexOf('\nAlgorithms:\n')).toBeLessThan(help.indexOf('\nOutput:\n'));
});
