/**
 * A user's modules as a thread imports them, compiled already: the compiler is no part of the threads, and all that they load is
 * paid for hundreds of times.
 */
import { fileURLToPath } from 'node:url';
import { countMade, type Made, madeSince } from '../../src/values/made.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Problem } from '../../src/problems/operator.ts';
import type { ModuleSpecification, ProblemSpecification } from '../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../src/problems/userModule/family.ts';
import { InputError } from '../../src/values/failure.ts';

/** A user's module as this thread has imported it. */
export interface UserModule {
  /** of the compiled module */
  readonly url: string;
  readonly exported: Readonly<Record<string, unknown>>;
  /** the algorithms, policies and triggers that it has made */
  readonly made: readonly Made[];
}

const modules = new Map<string, Promise<UserModule>>();
let importing: Promise<unknown> = Promise.resolve();

/**
 * Imports a user's module, once in each thread. One is imported at a time, so that it is known what
 * is its own.
 *
 * @param url - of the compiled module
 */
export function importUserModule(url: string): Promise<UserModule> {
  const imported = modules.get(url);
  if (imported) return imported;
  const module = importing.then(async () => {
    const before = countMade();
    const exported = (await import(/* @vite-ignore */ url)) as UserModule['exported'];
    refuseToJson();
    return { url, exported, made: madeSince(before) };
  });
  importing = module.catch(() => undefined);
  modules.set(url, module);
  return module;
}

/** JSON is how configurations are compared and written: set on everything, `toJSON` would make all of them alike. */
function refuseToJson(): void {
  const [name] = Object.entries({ Object, Array }).find(([, { prototype }]) => 'toJSON' in prototype) ?? [];
  if (name === undefined) return;
  throw new InputError(
    `a module sets ${name}.prototype.toJSON, which changes the JSON of every value; set it on your own class`,
  );
}

/** The function that makes the agents of a user's problem. */
export async function importAgentFactory(specification: ModuleSpecification): Promise<UserAgentFactory> {
  const { compiled } = specification;
  if (compiled === undefined) throw new TypeError(`${specification.module} is not compiled`);
  const { exported } = await importUserModule(compiled);
  const create = exported[specification.export];
  if (typeof create !== 'function') {
    const names = Object.keys(exported).join(', ') || 'nothing';
    throw new InputError(
      `${fileURLToPath(specification.module)}: no function "${specification.export}" is exported (exported: ${names}); it makes the agents of the problem`,
    );
  }
  return create as UserAgentFactory;
}

/** The problem of a specification; a user's module is imported first. */
export async function importProblem(specification: ProblemSpecification): Promise<Problem> {
  const create = specification.kind === 'module' ? await importAgentFactory(specification) : undefined;
  return buildProblem(specification, create);
}
