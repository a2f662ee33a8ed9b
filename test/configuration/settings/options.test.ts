/** What follows from the table of settings: options and their texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ALL_SETTINGS,
  OPTIONS,
  settingByFlag,
  withFlags,
} from '../../../src/configuration/settings/runSettings.ts';

test('every setting has an option', () => {
  const fields = new Set(OPTIONS.map(({ field }) => field.split('.', 1)[0]!));
  for (const field of Object.keys(ALL_SETTINGS)) expect(fields).toContain(field);
});

describe('an option’s text gives settings', () => {
  test.each([
    ['step-size', '0.1', { stepSize: 0.1 }],
    ['step-size', 'doubling:8', { stepSize: { kind: 'doubling', firstRounds: 8 } }],
    ['algorithm', 'scafflsa,./mine.ts', { algorithms: ['scafflsa', './mine.ts'] }],
    ['policy', 'first:3', { policy: { kind: 'first', count: 3 } }],
    ['seeds', '3..5', { seeds: [3, 4, 5] }],
    ['record', 'every=5', { record: { every: 5 } }],
    ['drawn', 'true', { drawn: true }],
    ['bytes', '5000', { bytes: 5000 }],
    ['bytes', '5e3:down', { bytes: '5000:down' }],
    ['bytes', '5000:both', { bytes: '5000:both' }],
    ['policy', 'fedbuff:3', { policy: { kind: 'buffered', count: 3 } }],
    ['bandwidth', '1e6', { timing: { uplinkBandwidth: 1e6, downlinkBandwidth: 1e6 } }],
  ])('--%s %s', (flag, text, settings) => {
    expect(settingByFlag(flag)?.parse(text)).toEqual({ value: settings });
  });

  test('or says what would be right', () => {
    expect(settingByFlag('local-steps')?.parse('0')).toEqual({
      fault: 'must be a whole number from 1 to 2147483647',
    });
    for (const text of ['-1', '5.5:both', '5:up', ':down', '5:down:both', ''])
      expect(settingByFlag('bytes')?.parse(text)).toEqual({
        fault: 'must be a whole number from 0, alone or followed by :down or :both',
      });
    expect(settingByFlag('drawn')?.parse('yes')).toEqual({ fault: 'must be true or false' });
    expect(settingByFlag('no-such-option')).toBeUndefined();
  });
});

test('settings in messages are told by their options, and what is no setting stays', () => {
  expect(withFlags('`stepSize`: under `sampling` iid, `fedsa theory` and `across`')).toBe(
    '--step-size: under --sampling iid, `fedsa theory` and `across`',
  );
  expect(withFlags('`changes` initial, `dataDirectory`, `problemSeeds`')).toBe(
    '--with initial, --data, --problem-seeds',
  );
});

test.each([
  ...['src/configuration', 'src/algorithms', 'src/policies', 'src/inputs', 'src/nats', 'src/report/paper'],
  ...['src/runs/atlas', 'src/runs/library', 'src/runs/plan', 'src/search/atlas', 'src/search/plan'],
])('no message of %s spells an option but of a command', (room) => {
  const spelling = readdirSync(room)
    .filter((name) => name.endsWith('.ts'))
    .map((file) => `${room}/${file}`)
    .filter((file) => {
      const code = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      return /['"` ]--[a-z]/.test(code.replaceAll(/fedsa [a-z]+[^;'`]*/g, ''));
    });
  expect(spelling).toEqual([]);
});
