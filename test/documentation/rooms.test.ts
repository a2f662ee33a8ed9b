/** The table of folders in docs/architecture.md is the import rules; `npm run docs:rooms` writes it again. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const RULES = new URL('../../.dependency-cruiser.mjs', import.meta.url).href;
const PAGE = new URL('../../docs/architecture.md', import.meta.url);

type Rooms = Readonly<Record<string, readonly string[]>>;
interface Rules {
  readonly PURE_ROOMS: Rooms;
  readonly ACTOR_ROOMS: Rooms;
  readonly OUTER_ROOMS: Rooms;
  readonly NETWORK: string;
  readonly NETWORK_IMPORTS: readonly string[];
  readonly CONTENT: Readonly<Record<string, string>>;
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The pure folders that one may import, in as few words as say it. */
function importsOf(room: string, inner: readonly string[], before: readonly string[]): string {
  const allowed = inner.filter((name) => name !== room);
  const missing = before.filter((name) => !allowed.includes(name));
  if (allowed.length < 4 || missing.length > 3) return quoted(allowed);
  return missing.length === 0 ? 'the folders above' : `the folders above but ${quoted(missing)}`;
}

test('each folder of the program has a row with its content and what it may import', async () => {
  const rules = (await import(RULES)) as Rules;
  const { PURE_ROOMS, ACTOR_ROOMS, OUTER_ROOMS, NETWORK, NETWORK_IMPORTS, CONTENT } = rules;
  const row = (room: string, imports: string): string => `| \`${room}\` | ${CONTENT[room]!} | ${imports} |`;
  const beside = (first: string, more: string): string => (more === '' ? first : `${first}; ${more}`);
  const pure = Object.entries(PURE_ROOMS).map(([room, inner], k, all) =>
    row(
      room,
      importsOf(
        room,
        inner,
        all.slice(0, k).map(([name]) => name),
      ),
    ),
  );
  const others = (rooms: Rooms): string[] =>
    Object.entries(rooms).map(([room, inner]) => row(room, beside('the pure folders', quoted(inner))));
  const rows = [
    ...pure,
    ...others(ACTOR_ROOMS),
    row(NETWORK, quoted(NETWORK_IMPORTS)),
    ...others(OUTER_ROOMS),
  ];
  const rooms = [PURE_ROOMS, ACTOR_ROOMS, OUTER_ROOMS].flatMap((group) => Object.keys(group));
  expect([...rooms, NETWORK].sort()).toEqual(Object.keys(CONTENT).sort());
  const page = readFileSync(PAGE, 'utf8');
  const table = ['| folder | content | imports |', '| --- | --- | --- |', ...rows].join('\n');
  const made = page.replace(/\| folder \| content \| imports \|\n(?:\|.*\n)+/, () => `${table}\n`);
  await expect(made).toMatchFileSnapshot('../../docs/architecture.md');
});
