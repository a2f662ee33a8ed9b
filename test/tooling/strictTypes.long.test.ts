/** The library's types compile in a project that checks those of its libraries, too. Some ten seconds: tsc reads all of them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  ...{ module: 'nodenext', target: 'es2023', noEmit: true, types: ['node'] },
};

test('with skipLibCheck off and exactOptionalPropertyTypes on', () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/fedsa'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, files: ['user.ts'] }),
  );
  writeFileSync(
    join(folder, 'user.ts'),
    "import { algorithm, sweep } from 'fedsa';\nimport * as kit from 'fedsa/testing';\nexport { algorithm, kit, sweep };\n",
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
