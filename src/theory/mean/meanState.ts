/** What a mean round is made of: the registers of a round program, one vector each, and its mixes on them. */
import type { Combination, Mix, Source } from '../../algorithms/roundProgram.ts';

/** Errors about θ*; the server's `[d]`, the agents' side by side `[M, d]`. Replaced, never written in. */
export interface MeanState {
  readonly server: Float64Array;
  readonly memory: Float64Array;
  readonly model: Float64Array;
  readonly correction: Float64Array;
}

export type Register = keyof MeanState;

/** All registers 0. */
export const emptyState = (agents: number, d: number): MeanState => ({
  server: new Float64Array(d),
  memory: new Float64Array(d),
  model: new Float64Array(agents * d),
  correction: new Float64Array(agents * d),
});

/** A mix and the registers that it reads. */
export interface Part {
  readonly mix: Mix;
  readonly from: MeanState;
}

/**
 * The sum of mixes that write the same registers; the others stay as they are in the first part.
 *
 * @param model - where the agents' models go, if they are written; none of the parts has them there
 */
export function mixed(parts: readonly [Part, ...Part[]], model?: Float64Array): MeanState {
  const [{ mix, from }] = parts;
  const averages = parts.map((part) => averagesOf(part));
  const written = (target: Register): Float64Array =>
    mix[target] === undefined
      ? from[target]
      : combined(
          parts.map((part, k) => ({ ...part, ...averages[k]!, combination: part.mix[target] ?? {} })),
          target === 'model' && model !== undefined ? model.fill(0) : new Float64Array(from[target].length),
        );
  return {
    server: written('server'),
    memory: written('memory'),
    model: written('model'),
    correction: written('correction'),
  };
}

interface Averages {
  readonly meanModel: Float64Array | undefined;
  readonly meanCorrection: Float64Array | undefined;
}

/** The averages over agents that the part's mix reads. */
function averagesOf({ mix, from }: Part): Averages {
  const reads = (source: Source): boolean =>
    Object.values(mix).some((combination: Combination) => combination[source] !== undefined);
  const d = from.server.length;
  return {
    meanModel: reads('meanModel') ? meanOf(from.model, d) : undefined,
    meanCorrection: reads('meanCorrection') ? meanOf(from.correction, d) : undefined,
  };
}

/** The average over agents `[d]` of what they have side by side. */
export function meanOf(all: Float64Array, d: number): Float64Array {
  const out = new Float64Array(d);
  for (let from = 0; from < all.length; from += d) for (let j = 0; j < d; j++) out[j]! += all[from + j]!;
  return out.map((sum) => sum / (all.length / d));
}

/** `out ← out + Σ coefficient · source`: sources of the server count for every agent. */
function combined(
  parts: readonly (Part & Averages & { readonly combination: Combination })[],
  out: Float64Array,
): Float64Array {
  const d = parts[0]!.from.server.length;
  const shared = new Float64Array(d);
  for (const { from, combination, ...averages } of parts) {
    for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
      const values = source in averages ? averages[source as keyof Averages]! : from[source as Register];
      const into = values.length === d && source !== 'model' && source !== 'correction' ? shared : out;
      if (values.length !== into.length)
        throw new TypeError(`the server has no register "${source}" of an agent`);
      for (let j = 0; j < into.length; j++) into[j]! += factor * values[j]!;
    }
  }
  for (let from = 0; from < out.length; from += d) for (let j = 0; j < d; j++) out[from + j]! += shared[j]!;
  return out;
}
