import { describe, expect, test } from 'vitest';
import { nearest, nearestNames } from '../../../src/values/nearest.ts';

const NAMES = ['transition', 'A', 'b', 'initial'];

describe('the name that was meant', () => {
  const cases: [word: string, name: string, why: string][] = [
    ['transition', 'transition', 'the name itself, 0 edits'],
    ['transitoin', 'transition', 'two letters swapped: 2 edits of 10 letters'],
    ['INITIAL', 'initial', 'the case does not count'],
    ['ini', 'initial', 'a beginning, 1 edit whatever is left out'],
    ['transitions', 'transition', 'a name that goes on, 1 edit'],
    ['a', 'A', 'a single letter in the other case'],
    ['inertial', 'initial', 'e and r for i: 2 edits of 8 letters'],
  ];
  test.each(cases)('%s means %s: %s', (word, name) => {
    expect(nearest(word, NAMES)).toBe(name);
  });

  test('may have a letter more or a letter less', () => {
    // One inserted letter of four; two would be too many.
    expect(nearest('cat', ['coat'])).toBe('coat');
    expect(nearest('coat', ['cat'])).toBe('cat');
  });

  test('is the first of two that are as near', () => {
    // One edit to either: "rat" against "cat" and "bat" replaces one letter of three.
    expect(nearest('rat', ['cat', 'bat'])).toBe('cat');
    expect(nearest('rat', ['bat', 'cat'])).toBe('bat');
  });

  test('is the one that is nearer, wherever it stands', () => {
    // Two letters of abcdef are replaced in abcdxy, which alone is near enough, and one in abcdez.
    expect(nearest('abcdef', ['abcdxy'])).toBe('abcdxy');
    expect(nearest('abcdef', ['abcdxy', 'abcdez'])).toBe('abcdez');
    expect(nearest('abcdef', ['abcdez', 'abcdxy'])).toBe('abcdez');
  });
});

test('all names that are near come by their edits, and as given where these are as many', () => {
  // one letter of six, two, a beginning, two; three letters are too many
  expect(nearestNames('abcdef', ['abcxyf', 'abcdez', 'abcdefghi', 'axcdxf', 'abcxyz'])).toEqual([
    ...['abcdez', 'abcdefghi', 'abcxyf', 'axcdxf'],
  ]);
});

describe('no name is near', () => {
  test('where more than a third of the letters would change', () => {
    // Two replaced letters of six are a third, two of five are more.
    expect(nearest('abcdef', ['abcdxy'])).toBe('abcdxy');
    expect(nearest('abcde', ['abcxy'])).toBeUndefined();
  });

  test('by a beginning of one or two letters', () => {
    // "in" would take five insertions to become "initial".
    expect(nearest('in', NAMES)).toBeUndefined();
  });

  test('to the empty word, or among no names', () => {
    expect(nearest('', NAMES)).toBeUndefined();
    expect(nearest('A', [])).toBeUndefined();
  });
});
