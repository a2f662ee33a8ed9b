/** The package: its dependencies with their licences, and its one version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../documentation/documents.ts';

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly license?: string;
  /** in the form of before 2015 */
  readonly licenses?: readonly { readonly type: string }[];
}

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const packageIn = (folder: string): Package => JSON.parse(text(join(folder, 'package.json'))) as Package;
const { version, dependencies } = packageIn('.');

test('the table of dependencies has each one, with the licence that it states', () => {
  const rows = [
    ...text('CONTRIBUTING.md').matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| [^|]*20\d\d \|$/gm),
  ];
  const stated = Object.keys(dependencies).map((name) => {
    const { license, licenses = [] } = packageIn(join('node_modules', name));
    return [name, license ?? licenses.map(({ type }) => type).join(' or ')];
  });
  expect(rows.map(([, name, licence]) => [name, licence])).toEqual(stated);
});

test('the version is the same wherever it stands', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Package> };
  expect(packages['']!.version).toBe(version);
  expect(/^version: (.*)$/m.exec(text('CITATION.cff'))?.[1]).toBe(version);
  expect(/^## (\S+),/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version);
});
