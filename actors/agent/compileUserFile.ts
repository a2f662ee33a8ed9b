/**
 * Compiles a user's file, TypeScript or JavaScript, wherever it lies, with whatever local files it imports, into one module that
 * every thread can import as it is. In such a file the name `fedsa` means the program that is running, and `import.meta.url` is
 * the file's own.
 */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, extname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';
import { CompilerEnded } from '../../src/values/compilerEnded.ts';
import { InputError } from '../../src/values/failure.ts';
import { quoted } from '../../src/values/quoted.ts';
import { builtFile, ROOT } from '../../src/values/builtProgram.ts';

declare const mayRun: unique symbol;
/**
 * Absolute path of a file whose code may be run: the user has named it, or a record that has its hash. `src/inputs/codeFile.ts`
 * decides which paths are such.
 */
export type CodeFile = string & { readonly [mayRun]: true };

const FEDSA = builtFile('program/index.js').href;

/** The same in TypeScript, as the shipped scenarios import it. */
const FEDSA_SOURCE = fileURLToPath(new URL('src/index.ts', ROOT));

/** Loaders by file ending; JSON and the like are left to esbuild. */
const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
};

/** Source of an imported file; a FIFO would wait for its writer. */
async function bytesOf(path: string): Promise<Buffer> {
  if (!(await stat(path)).isFile()) throw new Error(`${path}: is not a regular file`);
  return readFile(path);
}

/** Code put before a user's file, on its first line, so that line numbers stay. */
const prologueOf = (path: string): string =>
  `const __fedsaFileUrl = ${JSON.stringify(pathToFileURL(path).href)};`;

/** Local files go into the module; packages are imported from where the user has them. */
const userImports = (file: CodeFile): Plugin => ({
  name: 'user-imports',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point') return { path: file };
      if (pluginData === 'resolving') return undefined;
      if (path === 'fedsa') return { path: FEDSA, external: true };
      if (isBuiltin(path) || /^(file|data|node):/.test(path)) return { path, external: true };
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: 'resolving' });
      if (found.errors.length > 0) return { errors: found.errors };
      return { path: pathToFileURL(found.path).href, external: true };
    });
    build.onResolve({ filter: /\/index\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === FEDSA_SOURCE ? { path: FEDSA, external: true } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'file' }, async ({ path }) => {
      const bytes = await bytesOf(path).catch((error: unknown) => (error as Error).message);
      if (typeof bytes === 'string') return { errors: [{ text: bytes }] };
      const loader = LOADERS[extname(path)];
      if (loader === undefined) return undefined;
      if (!isUtf8(bytes)) return { errors: [{ text: `${path}: is not UTF-8 text; save it in UTF-8` }] };
      const source = bytes.toString('utf8');
      return { contents: prologueOf(path) + source.replace(/^#!.*/, ''), loader };
    });
  },
});

/**
 * Compiles a user's file.
 *
 * @returns a `data:` URL of the module, which any thread can import
 * @throws Error with one line that says where the file cannot be read as a program
 * @throws CompilerEnded where esbuild's process was ended twice
 */
export async function compileUserFile(file: CodeFile): Promise<string> {
  try {
    return await compiledBy(file);
  } catch (error) {
    if (error instanceof CompilerEnded) return compiledBy(file);
    throw error;
  }
}

/** Number of times that esbuild's process was started anew. */
let restarts = 0;

/** esbuild's own words: its process was ended during a build, or before it. */
const ENDED = /^The service (was stopped|is no longer running)/;

/** One attempt; where esbuild's process was ended, another follows with a new one. */
async function compiledBy(file: CodeFile): Promise<string> {
  const { build, stop } = await import('esbuild');
  const begun = restarts;
  // The compiled text does not depend on the working folder.
  const folder = dirname(file);
  try {
    const { outputFiles } = await build({
      // Not the file's path, of which an asterisk would be a pattern.
      entryPoints: ['entry'],
      absWorkingDir: folder,
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'inline',
      logLevel: 'silent',
      define: { 'import.meta.url': '__fedsaFileUrl' },
      plugins: [userImports(file)],
    });
    return `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`;
  } catch (error) {
    const [first] =
      (error as { errors?: readonly { text: string; location: Location | null }[] }).errors ?? [];
    if (!first) {
      if (!(error instanceof Error && ENDED.test(error.message))) throw error;
      // Of several builds that it was at, the first forgets it: esbuild starts another with the next.
      if (restarts === begun) {
        restarts++;
        await stop();
      }
      throw new CompilerEnded(file, error);
    }
    const { text, location } = first;
    throw new InputError(`${location === null ? '' : placeText(location, folder)}${quoted(text)}`, {
      cause: error,
    });
  }
}

/** Place in a file by esbuild: line from 1, column from 0 in bytes of UTF-8. */
interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly lineText: string;
}

/** `study.ts, line 1, column 18: `, as the user's editor counts. */
function placeText({ file, line, column, lineText }: Location, folder: string): string {
  const path = resolve(folder, file);
  const before = Buffer.from(lineText).toString('utf8', 0, column).length;
  const prologue = line === 1 && extname(path) in LOADERS ? prologueOf(path).length : 0;
  return `${relative('', path)}, line ${line}, column ${before - prologue + 1}: `;
}
