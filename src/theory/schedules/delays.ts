/**
 * How stale updates may be where every one is τ steps stale, in the mean over agents: with R the mean round in which
 * all take part, a step is
 *
 *     θ̄_{t+1} = (1 − α) θ̄_t + α R θ̄_{t−τ}    (FedAsync),    θ̄_{t+1} = θ̄_t + α_g (R − I) θ̄_{t−τ}    (FedBuff),
 *
 * so that each eigenvalue λ of R has z^{τ+1} = a z^τ + b, a = 1 − α and b = αλ, or a = 1 and b = α_g (λ − 1). It is
 * stable if all roots z lie inside the unit circle, those of the companion matrix `[τ + 1]`.
 */
import type { Eigenvalue } from '../../maths/eigenvalues.ts';
import type { FoldRule } from '../../policies/policy.ts';
import { largestStable } from '../stability/largestStable.ts';

/**
 * The largest τ that is stable.
 *
 * A root that leaves the unit circle does so at `|e^{iφ} − a| = |b|`, hence at one angle φ in [0, π], whatever τ, and as
 * τ grows roots only ever go outwards there (of 0 < a ≤ 1; Kuruklis, "The asymptotic stability of
 * x_{n+1} − a x_n + b x_{n−k} = 0", 1994, for real b): the first τ, as a real number, at which `τ φ = ±arg b − ψ` modulo
 * 2π, ψ = arg(e^{iφ} − a), is where it ends.
 *
 * @param strength - α, or α_g
 * @returns −1 if no τ is stable, Infinity if all are
 */
export function largestDelay(
  spectrum: readonly Eigenvalue[],
  { fold }: Pick<FoldRule, 'fold'>,
  strength: number,
): number {
  return Math.min(
    ...spectrum.map(({ re, im }) =>
      fold === 'mix'
        ? largestOf(1 - strength, strength * re, strength * im)
        : largestOf(1, strength * (re - 1), strength * im),
    ),
  );
}

function largestOf(a: number, re: number, im: number): number {
  const size = Math.hypot(re, im);
  if (!(Math.hypot(a + re, im) < 1)) return -1;
  if (size === 0 || a + size < 1) return Infinity;
  // Without a the roots have size |b|^{1/(τ+1)}.
  if (a === 0) return Infinity;
  const cosine = (1 + a * a - size * size) / (2 * a);
  if (Math.abs(cosine) > 1) return cosine > 1 ? Infinity : 0;
  const angle = Math.acos(cosine);
  const psi = Math.atan2(Math.sin(angle), cosine - a);
  const argument = Math.atan2(im, re);
  const first = Math.min(
    ...[argument, -argument].map((value) => firstAfter((value - psi) / angle, (2 * Math.PI) / angle)),
  );
  return Math.ceil(first - ROUNDING) - 1;
}

const ROUNDING = 1e-9;

/** The first above 0 of `at + k · period`, k whole. */
function firstAfter(at: number, period: number): number {
  const rest = at - period * Math.floor(at / period);
  return rest > ROUNDING ? rest : rest + period;
}

/** The largest α, or α_g, at which updates that are τ steps stale are; Infinity where all that may be are, 0 where none. */
export function largestStrengthAt(
  spectrum: readonly Eigenvalue[],
  rule: Pick<FoldRule, 'fold'>,
  delay: number,
): number {
  const most = rule.fold === 'mix' ? 1 : 1e4;
  const factor = (strength: number): number => (largestDelay(spectrum, rule, strength) >= delay ? 0 : 2);
  return factor(most) < 1 ? Infinity : (largestStable({ from: 1e-3, most, factor }) as number);
}
