import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import { arc4Words } from '../../src/maths/arc4.ts';

test('the words are those of the seedrandom library, for texts of up to 1,000 characters of every kind', () => {
  const letters = 'fedsa/1/problem/kernel, 99 θ \u{1F600}\0ÿ';
  for (const length of [1, 2, 7, 255, 256, 257, 300, 511, 512, 513, 1000]) {
    for (let from = 0; from < letters.length; from += 5) {
      const text = letters.slice(from).padEnd(length, letters).slice(0, length);
      const library = seedrandom(text);
      const words = [0, 1, 2, 3].map(() => library.int32());
      expect(arc4Words(text), JSON.stringify(text)).toEqual(words);
    }
  }
});
