/** The table of faults beside the sources as they are. */
import { expect, it } from 'vitest';
import { whyNotPlantable } from './fault.ts';
import { FAULTS } from './faults.ts';
import { ROOT } from './projectCopy.ts';

it('has faults that can be planted', () => {
  expect(FAULTS.flatMap((fault) => whyNotPlantable(fault, ROOT) ?? [])).toEqual([]);
});

it('has a name for each fault', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});

it('does not plant a fault whose text stands elsewhere too, or nowhere', () => {
  const [fault] = FAULTS;
  expect(whyNotPlantable({ ...fault!, text: 'const' }, ROOT)).toMatch(
    /stands \d+ times in .*; it must stand/,
  );
  expect(whyNotPlantable({ ...fault!, text: 'no such text' }, ROOT)).toContain('stands 0 times');
});
