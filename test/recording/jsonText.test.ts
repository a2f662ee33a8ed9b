import { afterEach, expect, test } from 'vitest';
import { jsonText } from '../../src/recording/jsonText.ts';

type Changed = Record<'toJSON', unknown>;

afterEach(() => {
  for (const { prototype } of [Object, Array]) delete (prototype as unknown as Partial<Changed>).toJSON;
});

test.each([Object, Array])(
  'what a module sets on the prototype of every %o changes no file',
  ({ prototype }) => {
    const value = { runs: [{ seed: 1, error: null, names: ['a', 'b'] }], failure: 'x' };
    const [line, indented] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
    (prototype as unknown as Changed).toJSON = () => 7;
    expect([jsonText(value), jsonText(value, 2)]).toEqual([line, indented]);
  },
);
