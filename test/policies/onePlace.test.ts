/** What is particular to a policy stands in its own file, and the documents say the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { POLICIES, POLICY } from '../../src/policies/index.ts';
import type { PolicyDefinition } from '../../src/policies/policy.ts';
import { isNumber } from '../../src/values/kind.ts';
import { flagOf } from '../../src/values/parameter.ts';
import { textForms } from '../../src/values/text.ts';
import type { Value } from '../../src/values/value.ts';

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

it('the page of policies has each of them as text and as object', () => {
  const page = readFileSync('docs/policies.md', 'utf8');
  const forms = textForms(POLICY);
  for (const [index, { name, settings }] of ALL.entries()) {
    const fields = Object.entries(settings).map(
      ([field, setting]) => field + ('default' in setting || setting.optional ? '?' : ''),
    );
    const object = [`kind: '${name}'`, ...fields].join(', ');
    expect(page).toContain(`| \`${forms[index]!}\` | \`{ ${object} }\` |`);
    for (const [field, setting] of Object.entries(settings)) {
      if (setting.named) {
        const having = ALL.filter((policy) => field in policy.settings).map((policy) => `\`${policy.name}\``);
        expect(page).toContain(
          `| \`${flagOf(field)}=${setting.symbol}\` | \`${field}\` | ${setting.help}, ${range(setting)}`,
        );
        expect(page).toContain(`| ${having.join(', ')} |`);
        continue;
      }
      if (!isNumber(setting)) continue;
      const row = page.split('\n').find((line) => line.startsWith(`| \`${forms[index]!}\` | \`{`))!;
      if (!row.includes('as above'))
        expect(row).toContain(`\`${field}\`: ${setting.help}, ${range(setting)}`);
    }
  }
});

function range(value: Value): string {
  if (value.kind === 'choice') return value.words.map((word) => `\`'${word}'\``).join(' or ');
  if (value.kind !== 'whole' && value.kind !== 'number') throw new RangeError(`${value.kind} has no range`);
  const { above, least, most, below } = value;
  if ('agents' in value) return 'from 1 to M';
  if (most !== undefined) return `in (${above!}, ${most}]`;
  if (below !== undefined) return `in [${least!}, ${below})`;
  return above === undefined
    ? `${value.kind === 'whole' ? 'a whole number ' : ''}from ${least!}`
    : `above ${above}`;
}

it('the page of options lists the same forms', () => {
  const page = readFileSync('docs/settings.md', 'utf8');
  const listed = textForms(POLICY).map((form, index) => `\`${form}\`${index === 0 ? ' (default)' : ''}`);
  expect(page).toContain(`${listed.slice(0, -1).join(', ')} or ${listed.at(-1)!}`);
});

it('the page of policies has a row for each of them', () => {
  const page = readFileSync('docs/policies.md', 'utf8');
  for (const { name } of POLICIES) expect(page).toMatch(new RegExp(`^\\| \`${name}[:\`]`, 'm'));
});
