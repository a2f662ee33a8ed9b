/** Problems of a user's own, written into files of a temporary folder for worker threads to import. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { importAgentFactory } from '../../actors/agent/userFile.ts';
import type { ModuleSpecification } from '../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../src/problems/userModule/family.ts';

/** A folder of module files; remove it when the tests are over. */
export class ModuleFolder {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fedsa-modules-'));

  /** Writes a file whose export `agent` makes the agents of a problem. */
  write(
    name: string,
    text: string,
    shape: { agents: number; dimension: number; options?: unknown },
  ): ModuleSpecification {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    const { code } = transformSync(text, { loader: 'ts' });
    const compiled = `data:text/javascript,${encodeURIComponent(code)}`;
    return { kind: 'module', module: pathToFileURL(path).href, compiled, export: 'agent', ...shape };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const factoryOf = (specification: ModuleSpecification): Promise<UserAgentFactory> =>
  importAgentFactory(specification);

/** An autoregression of order one around each agent's own level, pulled to it by a cubic operator. */
export const AUTOREGRESSION_MJS = `
export function agent({ agent, generator, options }) {
  const level = options.levels[agent] + 0.01 * generator.uniform();
  return {
    stream: {
      initial: (g) => g.normal(),
      next: (z, g) => 0.5 * z + g.normal(),
      independent: (g) => g.normal() / Math.sqrt(0.75),
    },
    operator(theta, z, out) {
      for (let j = 0; j < theta.length; j++) {
        const away = theta[j] - level * (j + 1);
        out[j] = -away - 0.1 * Math.tanh(away) + z;
      }
    },
    mean: {
      kind: 'nonlinear',
      evaluate(theta, out) {
        for (let j = 0; j < theta.length; j++) {
          const away = theta[j] - level * (j + 1);
          out[j] = -away - 0.1 * Math.tanh(away);
        }
      },
    },
  };
}
`;

/** A finite chain, typed: G(θ, s) = s + agent − θ_j + sin(θ_j)/10. */
export const CHAIN_TS = `
interface Context { readonly agent: number; }
const transition: readonly (readonly number[])[] = [[0.5, 0.5, 0], [0, 0.2, 0.8], [1, 0, 0]];
export function agent({ agent }: Context) {
  return {
    stream: { transition, initial: { state: 2 } as const },
    operator(theta: Float64Array, s: number, out: Float64Array): void {
      theta.forEach((x, j) => (out[j] = s + agent - x + Math.sin(x) / 10));
    },
  };
}
`;
