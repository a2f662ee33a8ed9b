/** The short texts of policies, laws and faults, and the settings that they make. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { readDurations } from '../../src/inputs/readDurations.ts';
import {
  addRunOptions,
  addSettingOptions,
  type SettingOptions,
  settingsOf,
} from '../../src/commandLine/settings.ts';
import { InputError } from '../../src/values/failure.ts';
import type { RunSettings } from '../../src/configuration/settings/runSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'fedsa-durations-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function parse(args: readonly string[]): { settings: RunSettings; complaint: string } {
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

describe('what is taken', () => {
  test.each<{ args: string[]; settings: RunSettings }>([
    { args: ['--policy', 'synchronous'], settings: { policy: { kind: 'synchronous' } } },
    {
      args: ['--policy', 'first:3', '--late', 'carry'],
      settings: { policy: { kind: 'first', count: 3 }, late: 'carry' },
    },
    { args: ['--policy', 'deadline:2.5'], settings: { policy: { kind: 'deadline', seconds: 2.5 } } },
    { args: ['--policy', 'sampled:4'], settings: { policy: { kind: 'sampled', count: 4 } } },
    {
      args: ['--policy', 'buffered:4', '--staleness-weight', 'hinge:10,4'],
      settings: {
        policy: { kind: 'buffered', count: 4 },
        stalenessWeight: { kind: 'hinge', slope: 10, from: 4 },
      },
    },
    {
      args: ['--policy', 'asynchronous:0.6', '--staleness-weight', 'polynomial:0.5'],
      settings: {
        policy: { kind: 'asynchronous', mixing: 0.6 },
        stalenessWeight: { kind: 'polynomial', exponent: 0.5 },
      },
    },
    {
      args: ['--policy', 'bounded-staleness:3,0.5', '--staleness-weight', 'constant'],
      settings: {
        policy: { kind: 'bounded-staleness', staleness: 3, mixing: 0.5 },
        stalenessWeight: { kind: 'constant' },
      },
    },
    { args: ['--compute', '0.25'], settings: { timing: { compute: 0.25 } } },
    {
      args: ['--compute', 'exponential:2', '--uplink-latency', 'uniform:0,3'],
      settings: {
        timing: {
          compute: { kind: 'exponential', mean: 2 },
          uplinkLatency: { kind: 'uniform', low: 0, high: 3 },
        },
      },
    },
    {
      args: ['--compute', 'log-normal:1,0.5', '--downlink-latency', 'gamma:2,0.1'],
      settings: {
        timing: {
          compute: { kind: 'log-normal', median: 1, sigma: 0.5 },
          downlinkLatency: { kind: 'gamma', shape: 2, scale: 0.1 },
        },
      },
    },
    {
      args: [
        ...['--compute', 'weibull:1,0.5', '--compute-draw', 'dispatch', '--slowness', 'uniform:1,5'],
        ...['--uplink-latency', 'half-normal:2'],
      ],
      settings: {
        timing: {
          compute: { kind: 'weibull', scale: 1, shape: 0.5 },
          computeDraw: 'dispatch',
          slowness: { kind: 'uniform', low: 1, high: 5 },
          uplinkLatency: { kind: 'half-normal', scale: 2 },
        },
      },
    },
    {
      args: ['--compute', 'pareto:1,1.5', '--bandwidth', '1e6'],
      settings: {
        timing: {
          compute: { kind: 'pareto', scale: 1, shape: 1.5 },
          uplinkBandwidth: 1e6,
          downlinkBandwidth: 1e6,
        },
      },
    },
    {
      args: ['--server-bandwidth', '1e6', '--server-compute', 'exponential:0.1'],
      settings: {
        timing: {
          serverUplinkBandwidth: 1e6,
          serverDownlinkBandwidth: 1e6,
          serverCompute: { kind: 'exponential', mean: 0.1 },
        },
      },
    },
    {
      args: ['--availability', 'markov:100,20,start=stationary'],
      settings: {
        timing: {
          availability: {
            on: { kind: 'exponential', mean: 100 },
            off: { kind: 'exponential', mean: 20 },
            start: 'stationary',
          },
        },
      },
    },
    {
      args: ['--speed', 'two-state:5,100,20'],
      settings: { timing: { speed: { kind: 'two-state', factor: 5, fast: 100, slow: 20 } } },
    },
    {
      args: ['--speed', 'two-state:5,100,20,group=1', '--loss', 'gilbert-elliott:0.1,0.3,loss-in-bad=0.9'],
      settings: {
        timing: {
          speed: { kind: 'two-state', factor: 5, fast: 100, slow: 20, group: 1 },
          loss: Object.fromEntries(
            ['uplink', 'downlink'].map((way) => [
              way,
              { kind: 'gilbert-elliott', toBad: 0.1, toGood: 0.3, lossInBad: 0.9 },
            ]),
          ),
        },
      },
    },
    {
      args: ['--dropout', '0.1', '--loss', '0.2', '--duplication', '0.3'],
      settings: { timing: { dropout: 0.1, loss: { uplink: 0.2, downlink: 0.2 }, duplication: 0.3 } },
    },
    {
      args: ['--tie-seed', '7', '--verify', '--trace', '--clock', 'virtual'],
      settings: { tieSeed: 7, verify: true, trace: true, clock: 'virtual' },
    },
  ])('$args', ({ args, settings }) => {
    expect(parse(args)).toEqual({ settings, complaint: '' });
  });

  test('measured durations from a file, its first line a name or a number', () => {
    const named = file('named.csv', 'seconds\n0.5\n2\n');
    expect(parse(['--compute', `file:${named}`]).settings).toEqual({
      timing: { compute: { kind: 'empirical', values: [0.5, 2] } },
    });
    expect(readDurations(file('bare.csv', '\ufeff1e-3\r\n\r\n4\r\n'))).toEqual([0.001, 4]);
  });
});

describe('what is refused, with what would be right', () => {
  test.each<{ args: string[]; message: RegExp }>([
    { args: ['--policy', 'eventually'], message: /It must be synchronous, first:K, .* or tiers/ },
    { args: ['--policy', 'first'], message: /It must be synchronous, first:K/ },
    { args: ['--policy', 'first:1,2'], message: /It must be synchronous, first:K/ },
    { args: ['--policy', 'first:0'], message: /K must be a whole number from 1/ },
    { args: ['--policy', 'first:2.5'], message: /K must be a whole number from 1/ },
    { args: ['--policy', 'deadline:0'], message: /SECONDS must be / },
    { args: ['--policy', 'asynchronous:1.5'], message: /ALPHA must be a number above 0 and up to 1/ },
    { args: ['--policy', 'toString:1'], message: /It must be synchronous/ },
    { args: ['--staleness-weight', 'hinge:1'], message: /It must be constant, hinge:SLOPE,FROM, poly/ },
    { args: ['--staleness-weight', 'polynomial:0'], message: /EXPONENT must be / },
    { args: ['--compute', 'quick'], message: /It must be a number, exponential:MEAN, .* file:PATH\.csv/ },
    { args: ['--compute', 'file:'], message: /It must be a number, .* or file:PATH\.csv/ },
    { args: ['--compute=-1'], message: /must be a number of at least 0/ },
    { args: ['--compute', 'exponential:0'], message: /MEAN must be a number above 0/ },
    { args: ['--compute', 'uniform:3,2'], message: /LOW must be at most HIGH/ },
    { args: ['--compute', 'pareto:1,'], message: /It must be a number, exponential/ },
    { args: ['--speed', '5'], message: /It must be two-state:FACTOR,FAST,SLOW/ },
    { args: ['--availability', 'markov:1'], message: /It must be markov:ON,OFF/ },
    { args: ['--availability', 'markov:1,0'], message: /OFF must be a number above 0/ },
    { args: ['--bandwidth', '0'], message: /It must be a number above 0/ },
    { args: ['--dropout', '1'], message: /It must be a number of at least 0 and below 1/ },
    { args: ['--loss', 'gilbert-elliott:0.1'], message: /It must be a number or gilbert-elliott:P,R/ },
    { args: ['--loss', 'gilbert-elliott:0,1'], message: /P must be a number above 0 and up to 1/ },
    { args: ['--loss', '1'], message: /It must be a number of at least 0 and below 1/ },
    { args: ['--tie-seed', '1.5'], message: /It must be a whole number/ },
    { args: ['--clock', 'sundial'], message: /Allowed choices are virtual/ },
  ])('$args', ({ args, message }) => {
    const { complaint } = parse(args);
    expect(complaint).toMatch(message);
    expect(complaint.trim()).not.toContain('\n');
  });

  const refusal = (path: string): string => {
    try {
      readDurations(path);
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
    return 'not refused';
  };

  test.each<{ name: string; text: string; message: RegExp }>([
    {
      name: 'two.csv',
      text: '1\n2,3\n',
      message: /two\.csv: line 2: has 2 columns; durations are one column/,
    },
    {
      name: 'word.csv',
      text: 's\n1\nsoon\n',
      message: /word\.csv: line 3: "soon" must be a number of seconds/,
    },
    { name: 'zero.csv', text: '0\n', message: /zero\.csv: line 1: "0" must be a number of seconds above 0/ },
    { name: 'empty.csv', text: '', message: /empty\.csv: holds no numbers; one a line is needed/ },
    { name: 'name.csv', text: 'seconds\n', message: /name\.csv: holds no numbers/ },
    { name: 'quote.csv', text: '"1\n2\n', message: /quote\.csv: is no CSV: / },
  ])('$name', ({ name, text, message }) => {
    expect(refusal(file(name, text))).toMatch(message);
  });

  test('a file that is not there', () => {
    expect(refusal(join(folder, 'none.csv'))).toMatch(/none\.csv: cannot be read: no such file/);
  });

  test('a FIFO, a device and a folder, none of which is opened', () => {
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    expect(refusal(join(folder, 'fifo'))).toMatch(/fifo: this is a FIFO; expected a regular file$/);
    expect(refusal('/dev/zero')).toBe('/dev/zero: this is a device; expected a regular file');
    expect(refusal(folder)).toMatch(/: this is a folder; expected a regular file$/);
  });
});
