/** The pseudo spectral gap of a finite chain, which need not be reversible. Kernels as in markovChain.ts. */
import { spectralRadius } from './eigenvalues.ts';
import { multiply, transpose } from './linearAlgebra.ts';
import { closedClasses } from './markovChain.ts';
import { mixes } from './mixing.ts';
import type { Vector } from './vector.ts';

export interface PseudoSpectralGap {
  /** ν_ps in [0, 1] */
  readonly gap: number;
  /** the k of the maximum, the smallest one; 0 where the chain does not mix */
  readonly power: number;
}

/**
 * `ν_ps = max_{k ≥ 1} γ((P*)^k P^k)/k`, P* the time reversal `P*(x, y) = π(y) P(y, x)/π(x)` and γ of a
 * self-adjoint operator on L²(π) 1 less its second largest eigenvalue; over recurrent states; 0 for
 * a chain that is periodic or has several closed classes (Paulin, "Concentration inequalities for
 * Markov chains by Marton couplings and spectral methods", Electron. J. Probab. 2015, §3.1).
 *
 * With `B = D^{1/2} P D^{-1/2} − √π √πᵀ`, D = diag(π), that eigenvalue is the largest of `(Bᵏ)ᵀ Bᵏ`. It
 * is at least λ^{2k}, λ the spectral radius of B, so `γ_k/k ≤ (1 − λ^{2k})/k`, which falls with k: the
 * search ends at the first k at which this bound does not exceed the best value found, for a
 * reversible chain at k = 2, and at 1/ν_ps at the latest, since γ ≤ 1. Each k costs about 20 S³.
 *
 * @param stationary - π `[S]`
 * @param mostPowers - the largest k tried
 * @returns `undefined` if the search has not ended by then
 */
export function pseudoSpectralGap(
  P: Vector,
  states: number,
  stationary: Vector,
  mostPowers = Infinity,
): PseudoSpectralGap | undefined {
  return jointPseudoSpectralGap([{ transition: P, states, stationary }], mostPowers);
}

/**
 * ν_ps of independent chains together: `(P*)^k P^k` is the product of theirs, whose second largest eigenvalue
 * is the largest of theirs, so that `ν_ps = max_k min_i γ_i(k)/k`, at most the smallest ν_ps^i.
 *
 * @returns `undefined` if the search has not ended by `mostPowers`
 */
export function jointPseudoSpectralGap(
  chains: readonly {
    readonly transition: Vector;
    readonly states: number;
    readonly stationary: Vector;
  }[],
  mostPowers = Infinity,
): PseudoSpectralGap | undefined {
  if (!chains.every(({ transition, states }) => mixes(transition, states))) return { gap: 0, power: 0 };
  const parts = chains.map(({ transition, states, stationary }) => {
    const [members] = closedClasses(transition, states);
    const B = centred(transition, states, stationary, members!);
    return { B, n: members!.length, power: B };
  });
  const radius = Math.min(1, Math.max(...parts.map(({ B, n }) => spectralRadius(B, n))));
  let best: PseudoSpectralGap = { gap: 0, power: 0 };
  for (let k = 1; ; k++) {
    // a hair above equality, so that rounding does not keep a reversible chain going
    const bound = -Math.expm1(2 * k * Math.log(radius)) / k;
    if (bound <= best.gap * (1 + 1e-10)) return best;
    if (k > mostPowers) return undefined;
    let smallest = 1;
    for (const part of parts) {
      if (k > 1) part.power = multiply(part.power, part.B, part.n);
      const reversed = multiply(transpose(part.power, part.n), part.power, part.n);
      smallest = Math.min(smallest, 1 - spectralRadius(reversed, part.n));
    }
    const gap = Math.max(0, smallest) / k;
    if (gap > best.gap) best = { gap, power: k };
  }
}

/** `D^{1/2} P D^{-1/2} − √π √πᵀ` on the members, `[n, n]`: P without its eigenvalue 1. */
function centred(P: Vector, states: number, stationary: Vector, members: readonly number[]): Float64Array {
  const n = members.length;
  const root = members.map((x) => Math.sqrt(stationary[x]!));
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const step = P[members[i]! * states + members[j]!]!;
      out[i * n + j] = (root[i]! / root[j]!) * step - root[i]! * root[j]!;
    }
  }
  return out;
}
