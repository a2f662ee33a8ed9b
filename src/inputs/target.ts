/** What a run is asked of: a shipped scenario, a scenario file, or a problem file. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFile } from '../values/builtProgram.ts';
import { codeHash } from '../../actors/agent/codeHash.ts';
import { importCompiledFile, importUserFile, type NameBundle } from '../../actors/agent/userModules.ts';
import { importProblem, type UserModule } from '../../actors/agent/userFile.ts';
import { fieldsWhere, isPath } from '../problems/families.ts';
import { nearest } from '../values/nearest.ts';
import type { Problem } from '../problems/operator.ts';
import { type Solution, solveProblem } from '../problems/root.ts';
import type { ProblemSpecification, ScenarioProblem } from '../problems/specification.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { firstLine, InputError } from '../values/failure.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';
import { isScenario, type Scenario, type ScenarioDefinition } from '../configuration/scenario.ts';
import { withEstimatedRoot } from './estimatedRootOf.ts';
import { CODE_FILE, compiledModule, namedCode } from './codeFile.ts';
import { whileGenerating } from './generating.ts';
import { readAirQuality } from './readAirQuality.ts';
import { readProblemFile } from './readProblemFile.ts';
import { sha256Of } from '../../actors/agent/sha256.ts';

/** A scenario with where it came from. */
export interface Target {
  readonly definition: ScenarioDefinition;
  /** the same, or the same panel, at full size */
  readonly full?: ScenarioDefinition;
  /** absolute path; `undefined` for a shipped scenario or one made in a program */
  readonly file: string | undefined;
  /** where the relative paths of a scenario file start; `undefined`: in the current folder */
  readonly folder?: string;
  /** file URL of the scenario's module, or `fedsa:` and the name of a shipped one; `undefined` where it has none */
  readonly module?: string;
  /** URL of that module compiled, where it is a user's */
  readonly compiled?: string;
  /** SHA-256 of that file */
  readonly sha256: string | undefined;
}

/** A problem ready to be run. */
export interface LoadedProblem {
  readonly specification: ProblemSpecification;
  readonly problem: Problem;
  /** the problem file, for messages; `undefined` where the problem came from none */
  readonly file: string | undefined;
  /** SHA-256 of the problem file or the user's module, where it came from one */
  readonly sha256: string | undefined;
}

/** TypeScript beside the sources, compiled where the program is. */
const SHIPPED = fileURLToPath(builtFile('program/scenarios/'));
/** Largest scenario file that is read. */
export const MOST_SCENARIO_MEGABYTES = 64;

/** Names of the shipped scenarios, sorted. */
export function shippedNames(): string[] {
  return readdirSync(SHIPPED)
    .filter((file) => CODE_FILE.test(file) && !file.endsWith('.d.ts'))
    .map((file) => basename(file, extname(file)))
    .sort();
}

/** A shipped scenario by its name. */
export async function shippedScenario(name: string): Promise<ScenarioDefinition> {
  return scenarioOf((await importShipped(name)).exported, name);
}

/** Imports a shipped scenario's module. */
export function importShipped(name: string, nameBundle?: NameBundle): Promise<UserModule> {
  const file = shippedFile(name);
  return file.endsWith('.js')
    ? importCompiledFile(pathToFileURL(file).href, `fedsa:${name}`, nameBundle)
    : importUserFile(namedCode(file), nameBundle);
}

/** Path of a shipped scenario's module: compiled, where the program is. */
export function shippedFile(name: string): string {
  const compiled = join(SHIPPED, `${name}.js`);
  return existsSync(compiled) ? compiled : join(SHIPPED, `${name}.ts`);
}

type Module = Readonly<Record<string, unknown>>;

/**
 * Finds a scenario or a problem file.
 *
 * @param name - name of a shipped scenario, or path of a .ts, .js or .json file
 * @throws InputError in one line
 */
export async function findTarget(name: string): Promise<Target> {
  if (name.endsWith('.json')) return problemFileTarget(name);
  if (CODE_FILE.test(name)) return scenarioFileTarget(name);
  if (shippedNames().includes(name)) {
    return {
      definition: await shippedScenario(name),
      file: undefined,
      module: `fedsa:${name}`,
      sha256: undefined,
    };
  }
  const near = nearest(name, shippedNames());
  const question = near === undefined ? '' : `; did you mean ${near}?`;
  throw new InputError(
    `${name}: is neither a shipped scenario (fedsa list prints them) nor a .ts, .js or .json file, nor a run directory${question}`,
  );
}

/** Loads the checks, which a problem file alone does not need. */
const checkDefinition = async (value: unknown, where: string): Promise<ScenarioDefinition> =>
  (await import('../configuration/checkDefinition.ts')).checkDefinition(value, where);

/** A scenario made in a program. */
export async function scenarioTarget(value: Scenario): Promise<Target> {
  return {
    definition: await checkDefinition(value.definition, 'the scenario'),
    file: undefined,
    folder: process.cwd(),
    sha256: undefined,
  };
}

function problemFileTarget(name: string): Target {
  const file = resolve(name);
  const definition: ScenarioDefinition = {
    name:
      basename(name, '.json')
        .replace(/[^A-Za-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'problem',
    title: `Problem file ${basename(name)}`,
    question: '',
    problem: { kind: 'problem-file', path: file },
  };
  return { definition, file, sha256: undefined };
}

async function scenarioFileTarget(name: string): Promise<Target> {
  const file = resolve(name);
  if (!existsSync(file)) throw new InputError(`${name}: there is no such file`);
  if (!statSync(file).isFile())
    throw new InputError(`${name}: is not a file; a scenario is a .ts or .js file`);
  const sha256 = sha256Of(readOrdinaryFile(file, 'scenario file', MOST_SCENARIO_MEGABYTES, name));
  let module: UserModule;
  try {
    module = await importUserFile(namedCode(file));
  } catch (error) {
    throw new InputError(`${name}: cannot be imported: ${firstLine(error)}`, { cause: error });
  }
  return {
    definition: await scenarioOf(module.exported, name),
    file: namedCode(file),
    folder: dirname(file),
    module: pathToFileURL(namedCode(file)).href,
    compiled: module.url,
    sha256,
  };
}

/** The same problem, what it names by a relative path looked for in a folder. */
export function inFolder(problem: ScenarioProblem, folder: string | undefined): ScenarioProblem {
  if (folder === undefined) return problem;
  const beside = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const paths = new Set(fieldsWhere(problem.kind, isPath));
  const fields = Object.entries(problem).map(([name, value]: [string, unknown]) =>
    paths.has(name) && typeof value === 'string' ? [name, beside(value)] : [name, value],
  );
  return Object.fromEntries(fields) as ScenarioProblem;
}

/** One hash for a scenario file and what its problem is read from: the run is another if either changes. */
export function togetherSha256(
  scenario: string | undefined,
  problem: string | undefined,
): string | undefined {
  return scenario !== undefined && problem !== undefined
    ? sha256Of(`${scenario} ${problem}`)
    : (scenario ?? problem);
}

/** The scenario that a module exports. @throws InputError in one line */
export async function scenarioOf(module: Module, name: string): Promise<ScenarioDefinition> {
  try {
    if (isScenario(module.default)) return await checkDefinition(module.default.definition, name);
  } catch (error) {
    // A getter or a proxy may throw whatever it likes.
    if (error instanceof InputError) throw error;
    throw new InputError(`${name}: the scenario cannot be read: ${firstLine(error)}`, { cause: error });
  }
  throw new InputError(
    'default' in module
      ? `${name}: the default export is not a scenario; it must be made by scenario({ … })`
      : `${name}: has no default export, so it is no scenario; name the scenario that uses it`,
  );
}

/** A problem that was read and, where it is a user's module, compiled; none of the user's code has run. */
export type ReadProblem = Omit<LoadedProblem, 'problem'>;

/**
 * Reads the problem of a scenario.
 *
 * @param dataDirectory - folder of recorded data, from the command line
 */
export async function readProblem(
  problem: ScenarioProblem,
  dataDirectory: string | undefined,
): Promise<ReadProblem> {
  const { specification: asked, sha256 } = specificationOf(problem, dataDirectory);
  const file = problem.kind === 'problem-file' ? problem.path : undefined;
  if (asked.kind !== 'module') return { specification: asked, file, sha256 };
  try {
    const specification = await compiledModule(asked);
    // A module's own file is not all of it: what it imports is compiled into it.
    return { specification, file, sha256: codeHash(specification.compiled!) };
  } catch (error) {
    throw notBuilt(error, undefined);
  }
}

/** Builds a problem; a user's module is imported, which runs it. */
export async function buildRead(read: ReadProblem): Promise<LoadedProblem> {
  const { specification } = read;
  try {
    return { ...read, problem: await importProblem(specification) };
  } catch (error) {
    throw notBuilt(error, undefined);
  }
}

/** Reads and builds the problem of a scenario; a module's root is estimated where nothing gives it. */
export const loadProblem = async (
  problem: ScenarioProblem,
  dataDirectory: string | undefined,
): Promise<LoadedProblem> => {
  const loaded = await buildRead(await readProblem(problem, dataDirectory));
  return { ...loaded, specification: await withEstimatedRoot(loaded.specification, loaded.problem) };
};

/** θ* and Ḡ of a loaded problem; a user's module may give the root. */
export function solveLoaded({ specification, problem, file }: LoadedProblem): Solution {
  const { root, rootError } = specification.kind === 'module' ? specification : {};
  try {
    return whileGenerating(specification, problem, () =>
      solveProblem(problem, root && Float64Array.from(root), rootError),
    );
  } catch (error) {
    throw notBuilt(error, file);
  }
}

/**
 * Makes agent 0 and its stream, as the worker threads will, and tries the operator of a user's module where the run starts.
 *
 * @throws InputError, where it does not go with the sampling, or the module's code throws or gives no numbers
 */
export function tryFirstAgent(
  { specification, problem }: LoadedProblem,
  { sampling, seeds, initial }: Pick<RunConfiguration, 'sampling' | 'seeds' | 'initial'>,
): void {
  try {
    const agent = problem.agent(0);
    if (specification.kind !== 'module' && agent.followsModel !== true) return;
    const operator = agent.operator(sampling, seeds[0]!);
    if (specification.kind !== 'module') return;
    const value = new Float64Array(problem.dimension).fill(NaN);
    try {
      operator.peek(Float64Array.from(initial), value);
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(
        `${specification.export}() of ${specification.module}, agent 0: its operator throws at the start: ${firstLine(error)}`,
        { cause: error },
      );
    }
    const at = value.findIndex((entry) => !Number.isFinite(entry));
    if (at >= 0) {
      throw new InputError(
        `${specification.export}() of ${specification.module}, agent 0: at the start its operator leaves out[${at}] as it was, or writes ${value[at]!} there; it must write ${value.length === 1 ? 'a finite number' : `${value.length} finite numbers`}; fedsa check says more`,
      );
    }
  } catch (error) {
    throw notBuilt(error, undefined);
  }
}

function notBuilt(error: unknown, file: string | undefined): InputError {
  const where = file === undefined ? '' : `${file}: `;
  if (error instanceof InputError) {
    return file === undefined ? error : new InputError(where + error.message, { cause: error });
  }
  return new InputError(`${where}the problem cannot be built: ${firstLine(error)}`, { cause: error });
}

function specificationOf(
  problem: ScenarioProblem,
  dataDirectory: string | undefined,
): { readonly specification: ProblemSpecification; readonly sha256?: string } {
  if (dataDirectory !== undefined && problem.kind !== 'beijing-air-quality') {
    throw new InputError(
      `\`dataDirectory\`: the problem (${problem.kind}) reads no recorded data; leave it out`,
    );
  }
  switch (problem.kind) {
    case 'problem-file':
      return readProblemFile(problem.path);
    case 'beijing-air-quality': {
      const directory = dataDirectory ?? problem.directory;
      const asked = { ...problem, ...(directory === undefined ? {} : { directory }) };
      return { specification: readAirQuality(asked, process.env) };
    }
    default:
      return { specification: problem };
  }
}
