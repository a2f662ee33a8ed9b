/** Vectors of a round that are linear in what it begins with, and in the noise of its first observations. */
import type { Combination, Source } from '../../algorithms/roundProgram.ts';

/** A vector `[d]`. */
export interface Register {
  readonly mean: Float64Array;
  /** Φ `[d, q]`, on (server, memory, own kept correction) as they are when the round begins */
  readonly response: Float64Array;
  /** Ψ `[d, d]`, on the noise of the agent's own first observation */
  readonly first: Float64Array;
  /** Θ `[d, d]`, on the average of that noise over agents */
  readonly shared: Float64Array;
}

const PARTS = ['mean', 'response', 'first', 'shared'] as const;

/** The zero vector. */
export const zeroRegister = (d: number, width: number): Register => ({
  mean: new Float64Array(d),
  response: new Float64Array(d * width),
  first: new Float64Array(d * d),
  shared: new Float64Array(d * d),
});

/** Block `at` of what the round begins with, of a mean. */
export function blockRegister(mean: Float64Array, width: number, at: number): Register {
  const d = mean.length;
  const out = zeroRegister(d, width);
  out.mean.set(mean);
  for (let j = 0; j < d; j++) out.response[j * width + at * d + j] = 1;
  return out;
}

/** Σ coefficient · register. */
export function combined(
  combination: Combination,
  sources: Readonly<Partial<Record<Source, Register>>>,
  zero: Register,
): Register {
  const out = copyOf(zero);
  for (const [source, coefficient] of Object.entries(combination) as [Source, number][])
    if (coefficient !== 0) addRegister(out, sources[source]!, coefficient);
  return out;
}

/** The average over agents: of their own first noise comes the average of it. */
export function averageRegister(registers: readonly Register[]): Register {
  const out = zeroLike(registers[0]!);
  for (const register of registers) addRegister(out, register, 1 / registers.length);
  out.shared.forEach((value, e) => (out.shared[e] = value + out.first[e]!));
  out.first.fill(0);
  return out;
}

/** out += factor · added */
export function addRegister(out: Register, added: Register, factor: number): void {
  for (const part of PARTS) addScaled(out[part], added[part], factor);
}

/** out += factor · added */
export function addScaled(out: Float64Array, added: ArrayLike<number>, factor: number): void {
  for (let j = 0; j < out.length; j++) out[j]! += factor * added[j]!;
}

const copyOf = (register: Register): Register => {
  const out = zeroLike(register);
  addRegister(out, register, 1);
  return out;
};

const zeroLike = ({ mean, response }: Register): Register =>
  zeroRegister(mean.length, response.length / mean.length);
