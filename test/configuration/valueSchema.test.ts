/** Described values as schemas. */
import { expect, test } from 'vitest';
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
