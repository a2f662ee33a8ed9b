/** Described values as schemas. */
import { expect, test } from 'vitest';
import { planField } from '../../src/configuration/planField.ts';
import { lazySchemaOf, schemaOf } from '../../src/configuration/valueSchema.ts';
import type { Value } from '../../src/values/value.ts';

test('a schema for what hardly a command reads is made once, when something is checked by it, and says the same', () => {
  let made = 0;
  const value = {
    get kind() {
      made++;
      return 'whole' as const;
    },
    least: 1,
  } as unknown as Value<number>;
  const lazy = lazySchemaOf(value);
  expect(made).toBe(0);
  expect(lazy.parse(3)).toBe(3);
  const once = made;
  expect(lazy.safeParse(0).error!.issues).toEqual(
    schemaOf({ kind: 'whole', least: 1 } as never).safeParse(0).error!.issues,
  );
  expect(made).toBe(once);
});

test('a number below two bounds has one fault, the one that a reader can use', () => {
  const schema = schemaOf<number>({ kind: 'number', above: 0, least: 2 ** -1022 });
  const faults = (given: number) => schema.safeParse(given).error?.issues.map(({ code }) => code);
  const { issues } = schema.safeParse(-1).error!;
  expect(issues).toMatchObject([{ code: 'too_small', minimum: 0, inclusive: false }]);
  expect([faults(2 ** -1023), faults(0.5)]).toEqual([['too_small'], undefined]);
});

test('a range of a plan that goes down says so', () => {
  const asked = { epsilon: 0.1, over: { stepSize: { from: 1, to: 0.1 } } };
  expect(planField().safeParse(asked).error!.issues).toMatchObject([
    { path: ['over', 'stepSize'], message: 'must have from ≤ to' },
  ]);
});
