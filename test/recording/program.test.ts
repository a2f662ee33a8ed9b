/** What one program can know of another: process numbers mean something within one space of them, and between two starts. */
import { expect, test } from 'vitest';
import { type Program, stateOf, thisProgram } from '../../src/recording/program.ts';

const mine: Program = { host: 'h pid:[4026531836]', pid: 2, started: 'boot2 77', machine: 'm' };
const GONE = 2 ** 22 + 1;

test('this program runs', () => {
  expect(stateOf(thisProgram(), thisProgram())).toBe('running');
  expect(stateOf({ ...thisProgram(), pid: GONE }, thisProgram())).toBe('ended');
});

test.each<[string, Partial<Program>, Partial<Program>, ReturnType<typeof stateOf>]>([
  ['another container of the same host name', { host: 'h pid:[4026532000]' }, {}, 'unknown'],
  ['another machine of the same host name', { machine: 'other', started: 'boot1 77' }, {}, 'unknown'],
  ['a machine without a number, which may be another', { machine: '', started: 'boot1 77' }, {}, 'unknown'],
  ['this machine before it started again', { started: 'boot1 77' }, {}, 'ended'],
  [
    'a container of another start: its image may be elsewhere, too',
    { host: 'h pid:[4026532000]', started: 'boot1 77' },
    { host: 'h pid:[4026532000]' },
    'unknown',
  ],
  ['an earlier start of the same task of a cluster', { host: 'e', task: '17' }, { task: '17' }, 'ended'],
  ['another task of a cluster', { host: 'e', task: '18' }, { task: '17' }, 'unknown'],
])('%s', (_, theirs, entry, state) => {
  expect(stateOf({ ...mine, pid: GONE, ...theirs }, { ...mine, ...entry })).toBe(state);
});
