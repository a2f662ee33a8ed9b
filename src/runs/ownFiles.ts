/** The library starts threads from files of its package, which a bundler does not take along: it says so when it is imported. */
import { existsSync } from 'node:fs';
import { builtFile } from '../values/builtProgram.ts';
import { InputError } from '../values/failure.ts';

if (!existsSync(builtFile('kernels.wasm')))
  throw new InputError(
    'fedsa cannot be part of a bundle, since its threads are files of its package; leave it out, as esbuild does with --external:fedsa',
  );
