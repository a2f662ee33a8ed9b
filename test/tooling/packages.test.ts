import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const json = (path: string): Record<string, unknown> => JSON.parse(read(path)) as Record<string, unknown>;

/** Licence by package, as the table of packages has it. */
const written = new Map(
  read('CONTRIBUTING.md')
    .split('\n## Packages\n')[1]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, names, , licence] = line.split('|').map((cell) => cell.trim());
      return [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, licence!] as const);
    }),
);

/** Fields of older packages: a list of objects, or a pointer to a text. */
const LICENCES: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream Vera, public domain' };

function licenceOf(name: string): string {
  const { license, licenses } = json(`node_modules/${name}/package.json`);
  const listed = Array.isArray(license) ? license : licenses;
  if (LICENCES[name] !== undefined) return LICENCES[name];
  return Array.isArray(listed) ? (listed[0] as { type: string }).type : String(license);
}

it('the table of packages has exactly those that are installed, with their licences', () => {
  const { dependencies } = json('package.json') as { dependencies: Record<string, string> };
  const installed = Object.keys(dependencies).map((name) => [name, licenceOf(name)] as const);
  expect(new Map([...written].sort())).toEqual(new Map(installed.sort()));
});
