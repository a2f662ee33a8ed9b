/** What is particular to a policy stands in its own file, and the documents say the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POLICIES } from '../../src/policies/index.ts';
import type { PolicyDefinition } from '../../src/policies/policy.ts';
import { type NumberSetting, textForms } from '../../src/policies/kind.ts';

const ALL: readonly PolicyDefinition[] = POLICIES;
const NAMES = ALL.map(({ name }) => name).filter((name) => name !== 'first');
/** `'first'` alone is a word of other things, too. */
const A_NAME = new RegExp(`['"\`](${NAMES.join('|')})\\b|kind(:| [!=]==) ['"\`]first['"\`]`);

it.each(['src', 'actors'])('no file of %s but its own knows a policy by name', (root) => {
  const knowing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => file.endsWith('.ts') && !/^src\/(policies|claims)\//.test(file.replaceAll('\\', '/')))
    .filter((file) => A_NAME.test(withoutComments(readFileSync(file, 'utf8'))));
  expect(knowing).toEqual([]);
});

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

const guide = readFileSync('docs/guide.md', 'utf8');

it('the guide has each policy as text and as object', () => {
  const forms = textForms(POLICIES);
  for (const [index, { name, settings }] of ALL.entries()) {
    const fields = Object.entries(settings).map(
      ([field, { form }]) => field + (form === 'option' ? '?' : ''),
    );
    const object = [`kind: '${name}'`, ...fields].join(', ');
    expect(guide).toContain(`| \`${forms[index]!}\` | \`{ ${object} }\` |`);
    for (const [field, setting] of Object.entries(settings)) {
      if (setting.form !== 'number') continue;
      const row = guide.split('\n').find((line) => line.startsWith(`| \`${forms[index]!}\``))!;
      if (!row.includes('as above'))
        expect(row).toContain(`\`${field}\`: ${setting.means}, ${range(setting)}`);
    }
  }
});

function range({ agents, whole, above, least, most }: NumberSetting): string {
  if (agents) return 'from 1 to M';
  if (most !== undefined) return `in (${least}, ${most}]`;
  return above ? `above ${least}` : `${whole ? 'a whole number ' : ''}from ${least}`;
}

it('the guide’s options list the same forms', () => {
  const listed = textForms(POLICIES).map((form, index) => `\`${form}\`${index === 0 ? ' (default)' : ''}`);
  expect(guide).toContain(`${listed.slice(0, -1).join(', ')} or ${listed.at(-1)!}`);
});

it('the description of asynchrony has a row for each policy', () => {
  const asynchrony = readFileSync('docs/asynchrony.md', 'utf8');
  for (const { name } of POLICIES) expect(asynchrony).toMatch(new RegExp(`^\\| \`${name}[:\`]`, 'm'));
});
