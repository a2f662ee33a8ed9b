/**
 * The user's own files on a worker's machine. Nothing that comes over the network is run: a task names files by their
 * contents, and those that the worker has, in the folders that its user named, are compiled and imported. Where the user
 * named no folder there are none: anyone who can reach the server could else have a file imported whose contents are
 * public, such as those of packages.
 */
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ImportedModule } from '../../../../actors/agent/userModules.ts';
import { codeHash } from '../../../../actors/agent/codeHash.ts';
import { compileUserFile } from '../../../../actors/agent/compileUserFile.ts';
import type {
  AirQualitySpecification,
  ProblemSpecification,
  ScenarioProblem,
} from '../../../problems/specification.ts';
import { InputError } from '../../../values/failure.ts';
import { thrownText } from '../../../values/quoted.ts';
import { isOrdinaryFile } from '../../../recording/ordinaryFile.ts';
import { CODE_FILE, namedCode } from '../../../inputs/codeFile.ts';
import { problemHash } from '../../store/contentKey.ts';
import { readProblem, shippedFile, shippedNames } from '../../../inputs/target.ts';
import { parseProblem } from './problemText.ts';
import type { TaskMessage } from './taskMessage.ts';

const SHIPPED = /^fedsa:([\w-]+)$/;
/** Problems that are kept. */
const KEPT_PROBLEMS = 8;

/** What a worker has not, or has otherwise: another worker may do the task. */
export class NotHere extends InputError {}

/** Finds what tasks name; what was found under a hash is not looked for again. */
export class OwnFolders {
  readonly #folders: readonly string[];
  readonly #modules = new Map<string, string>();
  readonly #problems = new Map<string, ProblemSpecification>();

  /** @param folders - that the user named: the user's files are looked for there, and recorded data first of all */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /**
   * The user's files of a task, as threads import them.
   *
   * @throws NotHere in one line for one that is not there, or is another
   */
  modules(files: TaskMessage['files']): Promise<ImportedModule[]> {
    return Promise.all(
      files.map(async ({ file, bundle }) => ({ file, bundle, module: await this.#module(file, bundle) })),
    );
  }

  /** The metrics of a task, likewise. */
  metrics(metrics: TaskMessage['metrics']): Promise<{ readonly name: string; readonly url: string }[]> {
    return Promise.all(
      metrics.map(async ({ name, module, code }) => ({
        name,
        url: await this.#module(module.startsWith('file:') ? pathOf(module) : module, code),
      })),
    );
  }

  /**
   * The problem of a task.
   *
   * @param hash - of what it must be
   * @param fetch - what the sweep says of it, as JSON
   */
  async problem(hash: string, fetch: () => Promise<Uint8Array>): Promise<ProblemSpecification> {
    const known = this.#problems.get(hash);
    if (known !== undefined) return known;
    const asked = parseProblem(Buffer.from(await fetch()).toString('utf8'));
    const found = await this.#specificationOf(asked);
    if (problemHash(found) !== hash) {
      const path = asked.kind === 'module' ? pathOf(asked.module) : `the problem (${asked.kind})`;
      throw new NotHere(`${path}, or a file that it imports, is another on this machine than in the sweep`);
    }
    this.#problems.set(hash, found);
    const [oldest] = this.#problems.keys();
    if (this.#problems.size > KEPT_PROBLEMS) this.#problems.delete(oldest!);
    return found;
  }

  async #specificationOf(asked: ScenarioProblem): Promise<ProblemSpecification> {
    if (asked.kind === 'problem-file') throw new InputError('a task from the network names a problem file');
    if (asked.kind === 'beijing-air-quality') return this.#recorded(asked);
    if (asked.kind !== 'module') return asked;
    const file = this.#find(pathOf(asked.module));
    return {
      ...asked,
      module: pathToFileURL(file).href,
      compiled: await compileUserFile(namedCode(file)),
    };
  }

  /** Recorded data, of the first folder that has some. */
  async #recorded(sent: AirQualitySpecification): Promise<ProblemSpecification> {
    // The sweep's folder is one of another machine.
    const { directory: _directory, ...asked } = sent;
    let why: unknown;
    // Numbers are read and compared, and not run: those of the working folder may serve, too.
    for (const folder of [...this.#folders, process.cwd(), undefined]) {
      try {
        return (await readProblem(asked, folder)).specification;
      } catch (error) {
        why ??= error;
      }
    }
    throw new NotHere(thrownText(why), { cause: why });
  }

  /** A module whose code has that hash. */
  async #module(file: string, code: string): Promise<string> {
    const known = this.#modules.get(code);
    if (known !== undefined) return known;
    const module = await this.#compiled(file);
    const here = codeHash(module);
    if (here !== code)
      throw new NotHere(
        `${file}, or a file that it imports, is another on this machine (SHA-256 ${here.slice(0, 12)}… here, ${code.slice(0, 12)}… in the sweep)`,
      );
    this.#modules.set(code, module);
    return module;
  }

  async #compiled(file: string): Promise<string> {
    const shipped = SHIPPED.exec(file)?.[1];
    if (shipped !== undefined && !shippedNames().includes(shipped))
      throw new NotHere(`${file}: there is no such scenario in this worker’s program`);
    const path = shipped === undefined ? this.#find(file) : shippedFile(shipped);
    return shipped !== undefined && path.endsWith('.js')
      ? pathToFileURL(path).href
      : compileUserFile(namedCode(path));
  }

  /** The file of that path where it lies in one of the folders; else the one with the longest end of that path below one of them. */
  #find(file: string): string {
    if (this.#folders.length === 0)
      throw new NotHere(
        `${file}: this worker imports none of its user’s files; name the folder of those it may import: --data .`,
      );
    const inside = this.#folders.some((folder) => isInside(folder, file));
    const steps = file.split(/[\\/]/);
    const ends = steps.map((_, from) => steps.slice(from)).filter((end) => end.every(isVisible));
    const named = ends.flatMap((end) => this.#folders.map((folder) => join(folder, ...end)));
    const files = [...(inside ? [file] : []), ...named];
    const found = files.find((path) => CODE_FILE.test(path) && isOrdinaryFile(path));
    if (found !== undefined) return found;
    throw new NotHere(
      `${file}: is not in ${this.#folders.join(' or ')}; copy it there, or name its folder with --data`,
    );
  }
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new InputError('a task from the network names a module that is no file', { cause: error });
  }
}

/** Whether a file lies in a folder or below, but not in one of packages, nor in a hidden one. */
function isInside(folder: string, file: string): boolean {
  if (!existsSync(file)) return false;
  const steps = relative(realpathSync(folder), realpathSync(file)).split(sep);
  return !isAbsolute(steps.join(sep)) && steps.every(isVisible);
}

/** Whether a name in a path is neither hidden, nor of packages, nor leads upwards. */
const isVisible = (step: string): boolean => step !== '' && step !== 'node_modules' && !step.startsWith('.');
