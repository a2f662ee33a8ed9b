/** The library's types compile in a project that checks those of its libraries, too. Some twenty seconds: they are rolled up as in the package and read by tsc, twice. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  ...{ module: 'nodenext', target: 'es2023', noEmit: true, preserveSymlinks: true },
};

/** Lays the package as it is published, and every other package but those of types. */
function install(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  const lay = (name: string): void => {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  };
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name === '@types' || name.startsWith('.')) continue;
    if (!name.startsWith('@')) lay(name);
    else for (const inner of readdirSync(join(ROOT, 'node_modules', name))) lay(join(name, inner));
  }
  const fedsa = join(packages, 'fedsa');
  cpSync(join(ROOT, 'package.json'), join(fedsa, 'package.json'));
  const types = join(fedsa, 'dist/types');
  spawnSync(process.execPath, ['types.mjs', types], { cwd: ROOT, stdio: 'inherit' });
  expect(readdirSync(types).sort()).toEqual(['index.d.ts', 'shared.d.ts', 'testing.d.ts']);
}

test.each([['with the types of Node', ['node']] as const, ['without any types of Node', []] as const])(
  '%s, with skipLibCheck off and exactOptionalPropertyTypes on',
  (_, types) => {
    const folder = emptyFolder();
    install(folder);
    for (const name of types) {
      mkdirSync(join(folder, 'node_modules/@types'));
      symlinkSync(join(ROOT, 'node_modules/@types', name), join(folder, 'node_modules/@types', name));
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...OPTIONS, types }, files: ['user.ts'] }),
    );
    writeFileSync(
      join(folder, 'user.ts'),
      "import { algorithm, sweep } from 'fedsa';\nimport * as kit from 'fedsa/testing';\nexport { algorithm, kit, sweep };\n",
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  },
);
