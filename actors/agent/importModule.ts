/**
 * Imports a user's file, TypeScript or JavaScript, in whatever thread needs it. In such a file the
 * name `fedsa` means the program that is running, wherever the file lies.
 */
import { register } from 'node:module';
import type { ModuleSpecification } from '../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../src/problems/userModule.ts';
import { InputError } from '../../src/protocol/failure.ts';

const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? '../../src/index.ts' : '../../src/index.js',
  import.meta.url,
);

const RESOLVE_FEDSA = `
  let entry;
  export function initialize(data) { entry = data.entry; }
  export function resolve(specifier, context, next) {
    return specifier === 'fedsa' ? { url: entry, shortCircuit: true } : next(specifier, context);
  }`;

let registered = false;
let typescript = false;

/**
 * Imports a file with whatever it needs to be understood.
 *
 * @param url - file URL
 */
export async function importModule(url: string): Promise<Readonly<Record<string, unknown>>> {
  if (/\.[cm]?ts$/.test(url) && !typescript) {
    const { register: registerTypescript } = await import('tsx/esm/api');
    registerTypescript();
    typescript = true;
  }
  if (!registered) {
    register(`data:text/javascript,${encodeURIComponent(RESOLVE_FEDSA)}`, { data: { entry: ENTRY.href } });
    registered = true;
  }
  return (await import(url)) as Readonly<Record<string, unknown>>;
}

/** The function that makes the agents of a user's problem. */
export async function importAgentFactory(specification: ModuleSpecification): Promise<UserAgentFactory> {
  const module = await importModule(specification.module);
  const create = module[specification.export];
  if (typeof create !== 'function') {
    const exports = Object.keys(module).join(', ') || 'nothing';
    throw new InputError(
      `${specification.module}: no function "${specification.export}" is exported (exported: ${exports}); it makes the agents of the problem`,
    );
  }
  return create as UserAgentFactory;
}
