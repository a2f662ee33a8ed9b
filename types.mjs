/**
 * Rolls the declarations of the library and of its test kit up into dist/types, or another folder, for the package: an editor reads three files
 * then and not a thousand. What both declare lies in one file, so that a class is the same class in both.
 */
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/** What a declaration refers to without exporting it stays private, as it is in the modules. */
const PRIVATE = /still references private shared type exports/;

const declarations = await rollup({
  input: { index: 'dist/src/index.d.ts', testing: 'dist/src/testing/index.d.ts' },
  external: /^[^./]/,
  plugins: [dts()],
  onLog: (level, log, handler) => {
    if (!PRIVATE.test(log.message)) handler(level, log);
  },
});
const [, , dir = 'dist/types'] = process.argv;
await declarations.write({ dir, format: 'es', chunkFileNames: 'shared.d.ts' });
