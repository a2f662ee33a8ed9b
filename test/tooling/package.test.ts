/** The package: its dependencies with their licences, its one version, and what a program sees that imports it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { ROOT } from '../documentation/documents.ts';

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly license?: string;
  /** in the form of before 2015 */
  readonly licenses?: readonly { readonly type: string }[];
}

interface Sources {
  readonly sources: readonly string[];
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

test('what is installed is fewer than 600 files', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    ...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 24 },
  });
  const [{ files }] = JSON.parse(packed) as [{ readonly files: readonly unknown[] }];
  expect(files.length).toBeLessThan(600);
});

test('every source of a source map is there: of one that is not, vitest warns in a folder that init made', () => {
  const built = join(ROOT, 'dist/program');
  const maps = readdirSync(built).filter((name) => name.endsWith('.js.map'));
  const sources = maps.flatMap((name) => (JSON.parse(text(join('dist/program', name))) as Sources).sources);
  expect(sources.length).toBeGreaterThan(maps.length);
  expect([...new Set(sources)].filter((source) => !existsSync(join(built, source)))).toEqual([]);
});

test('the version is the same wherever it stands', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, Package> };
  expect(packages['']!.version).toBe(version);
  expect(/^version: (.*)$/m.exec(text('CITATION.cff'))?.[1]).toBe(version);
  expect(/^## (\S+),/m.exec(text('CHANGELOG.md'))?.[1]).toBe(version);
});

describe('what Node prints for an error that a program does not catch', () => {
  const folder = emptyFolder();
  const library = join(ROOT, 'dist/program/index.js');
  /** A program is in one file with what it imports, or not. */
  const printedBy = async (code: string, bundle: boolean): Promise<string> => {
    const outfile = join(folder, 'out/program.mjs');
    const stdin = { contents: `import { run } from ${JSON.stringify(library)};\n${code}`, resolveDir: ROOT };
    const external = bundle ? [] : [library];
    await build({
      stdin,
      outfile,
      external,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
    });
    const { status, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: 'utf8' });
    expect(status).toBe(1);
    return stderr;
  };

  test('is not a file of the package that is one line', async () => {
    const printed = await printedBy("await run('nowhere.ts');", false);
    expect(printed).toMatch(/^InputError: .*nowhere\.ts/m);
    expect(printed.length).toBeLessThan(2500);
  });

  test('says that fedsa has to stay out of bundles', async () => {
    const printed = await printedBy('void run;', true);
    expect(printed).toMatch(/^InputError: fedsa cannot be part of a bundle.*--external:fedsa$/m);
  });
});
