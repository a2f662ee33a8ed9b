/** The results of the papers, at most twelve each: what a reader asks about, and which claims test it. */
import type { ClaimResult, Paper } from './claim.ts';
import { type Verdict, verdictOfAll } from './verdict.ts';

/** A result of a paper. */
export interface PaperResult {
  /** kebab-case, unique */
  readonly name: string;
  readonly paper: Paper;
  /** figure, theorem or section */
  readonly source: string;
  /** as the paper has it, in a few words */
  readonly printed: string;
  /** names of the claims that test it */
  readonly claims: readonly string[];
  /** what of it is not tested, and why */
  readonly untested?: string;
}

/** A result with what its claims say of it. */
export interface DecidedResult {
  readonly result: PaperResult;
  readonly verdict: Verdict;
  /** those that were evaluated */
  readonly claims: readonly ClaimResult[];
}

/** Results of a paper, one a line: name | source | as printed | names of claims | what is not tested. */
const resultsOf = (paper: Paper, lines: string): PaperResult[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name, source, printed, claims, untested] = line.split('|').map((cell) => cell.trim());
      return {
        ...{ name: name!, paper, source: source!, printed: printed! },
        claims: claims!.split(' ').filter((candidate) => candidate !== ''),
        ...(untested !== undefined && { untested }),
      };
    });

export const PAPER_RESULTS: readonly PaperResult[] = [
  ...resultsOf(
    'SCAFFLSA',
    `
scafflsa-figure-1 | Figure 1 | alike where environments hardly differ; FedLSA stops at its bias, SCAFFLSA goes on | scafflsa-low-heterogeneity scafflsa-high-heterogeneity
scafflsa-figure-1-floor | Figure 1 (b) | SCAFFLSA’s error decreases to the noise’s floor | scafflsa-noise-floor
scafflsa-bias | Theorem 4.1, (26) | FedLSA’s bias tends to (I − Γ̄)⁻¹ρ̄, with ρ̄ at most (η²H²/N) Σ exp(ηH‖Ā_c‖)‖θ_c* − θ*‖ | scafflsa-fedlsa-bias scafflsa-round-bias-bound scafflsa-bias-physical-time
scafflsa-fluctuation | Theorem 4.1, Corollary 4.3 | FedLSA’s fluctuation is bounded, and falls like 1/N | scafflsa-fedlsa-speed-up scafflsa-single-agent | the bound’s constants (Theorem A.5)
scafflsa-samples | Corollaries 4.4, 4.5 | samples for ε fall like 1/N; with η ∝ Nε², H ∝ 1/(Nε) also | scafflsa-samples
scafflsa-lemma-3-1 | Lemma 3.1 | C_A = 1 + γ, a = (1 − γ)ν/2, L = (1 + γ)/((1 − γ)²ν) for TD(0) | | a statement on problems in which no algorithm takes part
scafflsa-random | Theorem 5.1, Corollary 5.2 | under H 1: E ψ ≤ (1 − ζ)^K ψ_0 + (2η²/ζ)σ̄, T ∝ (1/ε) ln(1/ε) | scafflsa-random-bound scafflsa-random-communications
scafflsa-deterministic | Theorem 5.3 | under H 2: E ψ ≤ (1 − ηaH/4)^T ψ_0 + (16η/a)σ̄ | scafflsa-bound
scafflsa-communications | Corollaries 4.5, 4.6, 5.4, 5.5 | communications, of TD(0) too, grow like (1/ε) ln(1/ε) (FedLSA) and ln(1/ε) (SCAFFLSA) | scafflsa-communications | how they depend on 1 − γ and ν
scafflsa-speed-up | Theorem B.4, §5 | E ψ_K = (1 − ζ)^K ψ_0 + 2η²σ̄/ζ in an example: no linear speed-up of ψ; that is due to the analysis | scafflsa-no-speed-up scafflsa-average-speed-up
`,
  ),
  ...resultsOf(
    'FedHSA',
    `
fedhsa-proposition-1 | Proposition 1 | Local SA with two local steps ends at θ* + ηv | fedhsa-two-steps-bias
fedhsa-noiseless | Figures 2, 4, 6, 8 (a) | without noise Local SA stops off θ*, FedHSA converges linearly | fedhsa-quadratics-noiseless fedhsa-saddles-noiseless fedhsa-td-noiseless fedhsa-finite-sums-noiseless
fedhsa-noisy | Figures 2, 4, 6, 8 (b) | with Markov noise FedHSA’s floor is lower than Local SA’s | fedhsa-quadratics-noisy fedhsa-saddles-noisy fedhsa-td-noisy fedhsa-finite-sums-noisy
fedhsa-speed-up | Figures 3, 5, 7, 9, Corollary 1 | the floor falls with the number of agents M, and is inversely proportional to M; d_T ≤ Õ(1/(MHT)) | fedhsa-quadratics-speed-up fedhsa-saddles-speed-up fedhsa-td-speed-up fedhsa-finite-sums-speed-up fedhsa-linear-speed-up
fedhsa-theorem-1 | Theorem 1 | d_T ≤ exp(−μαT/2) d_0 + O(αL²/(μMH) + α²L⁴/μ²)σ² under i.i.d. sampling | fedhsa-rate fedhsa-floor-agents-and-steps | the α² term
fedhsa-inflation | Theorem 2, Discussion | Markov sampling inflates the noise term by τ̄/(1 − ρ) | fedhsa-mixing-inflation
fedhsa-theorem-2 | Theorem 2, (12) | the whole bound, with its transient | fedhsa-whole-bound | its universal constants are open, and 1 here
fedhsa-no-bias | Theorem 2 | no bias, whatever the heterogeneity | fedhsa-no-heterogeneity-bias
fedhsa-local-steps | (14) | H cannot be arbitrarily large; up to (14) it costs nothing | fedhsa-local-steps-limit
fedhsa-doubling | §4 | doubling the horizon costs a factor of at most 2 | fedhsa-doubling
fedhsa-nonlinear | §4, nonlinear | Theorems 1 and 2 for nonlinear operators | fedhsa-q-learning-noiseless fedhsa-q-learning-speed-up
`,
  ),
  ...resultsOf(
    'Streaming FL',
    `
streaming-fl-local-steps | Figure 1 | Minibatch SGD and Local SGD-M gain as K grows; Local SGD and SCAFFOLD hardly | streaming-fl-more-local-steps
streaming-fl-agents | Figures 2, 8, §4.5 | the gradient norm falls with the number of clients M | streaming-fl-more-agents streaming-fl-two-state-agents streaming-fl-noise-and-agents
streaming-fl-table-2 | Table 2, E.2 | six gradient norms; they fall with K at η = 0.1/K; a tenth of the step gains nothing | streaming-fl-table-2-numbers streaming-fl-table-2-falls streaming-fl-table-2-shorter-steps
streaming-fl-drift | Figure 7, Theorem 4.7 | heterogeneity and long rounds hold Local SGD up, not Minibatch SGD and Local SGD-M | streaming-fl-drift-of-local-sgd streaming-fl-drift-and-step
streaming-fl-mixing | Figure 9 | all three degrade when the mixing time grows | streaming-fl-mixing-time-k-10 streaming-fl-mixing-time-k-100 streaming-fl-mixing-time-k-1000
streaming-fl-minibatch | Theorem 4.5, Corollary 4.6, Lemma D.1 | Minibatch SGD: Δ_0/(γT) + C_∞σ²/(ν_ps MK) | streaming-fl-minibatch-bound streaming-fl-gradient-error
streaming-fl-local | Theorem 4.7, Corollary 4.8 | Local SGD: the same and a term of the drift | streaming-fl-local-bound streaming-fl-low-heterogeneity
streaming-fl-momentum | Theorem 4.9, Corollary 4.10 | Local SGD-M needs no assumption on heterogeneity | streaming-fl-momentum-complexity | that its drift is smaller than Local SGD’s: where it stops, it is Local SGD with ηβ
streaming-fl-non-convex | Theorems 4.5, 4.7, 4.9, App. D | the bounds on objectives that are not convex, also from a law that is not stationary | streaming-fl-non-convex | corollaries off convexity
streaming-fl-samples | §4.5, Impact of M | sample complexity, C_∞σ²/(ν_ps Mε⁴), scales with 1/M | streaming-fl-bound-and-agents
streaming-fl-gap | §4.2, (165) | noise is amplified like 1/ν_ps, which is at most 2τ_mix | streaming-fl-spectral-gap | (165) is about chains alone: no algorithm is in it
streaming-fl-table-1 | Table 1 (App. C) | sample and communication complexities of ten algorithms | streaming-fl-minibatch-bound streaming-fl-local-bound streaming-fl-momentum-complexity scafflsa-communications fedhsa-linear-speed-up | the bounds and algorithms of others, which are not in the program; that SCAFFLSA’s samples fall like 1/M, which its paper does not state
`,
  ),
  ...resultsOf(
    'Richardson–Romberg',
    `
richardson-romberg-deterministic | Propositions 1, 2, Corollary 1 | FedAvg-D converges like (1 − γμ)^{Ht} to within γ(H − 1)Lζ/μ | richardson-romberg-deterministic
richardson-romberg-theorem-1 | Theorem 1, Table 1 | without noise the bias is γ(H − 1)/2 b_h + O(γ²H²); which of two biases each setup has | richardson-romberg-logistic-orders richardson-romberg-table-1
richardson-romberg-chain | Propositions 3, 4 | FedAvg is geometrically ergodic, and stays in a neighbourhood | richardson-romberg-chain | the distance W₂ itself; its slowest rate is tested
richardson-romberg-theorem-2 | Theorem 2 | on quadratics the bias is that of heterogeneity alone, the variance (γ/N)AC | richardson-romberg-quadratic-bias | the variance on quadratics; Theorems 3 and 4 have it off them
richardson-romberg-theorem-3 | Theorem 3 | on agents that are alike the bias is γ b_s/(2N) + O(γ²H + γ^{3/2}) | richardson-romberg-stochastic-order richardson-romberg-stochastic-bias
richardson-romberg-speed-up | Theorem 3, §8 | bias and variance fall like 1/N as long as γH is small | richardson-romberg-bias-speed-up
richardson-romberg-theorem-4 | Theorem 4 | in general both biases add up, to O(γ²H² + γ^{3/2}H) | richardson-romberg-heterogeneous-order | that H = O(1/N) gives linear speed-up: empty for whole H and large N
richardson-romberg-theorem-5 | Theorem 5 | extrapolation leaves O(γ²H² + γ^{3/2}H), and needs T = O(ε^{−2/3} ln(1/ε)) communications | richardson-romberg-order richardson-romberg-communications
richardson-romberg-theorem-6 | Theorem 6 | averages converge; for small γH their bias is below FedAvg’s | richardson-romberg-averages-converge richardson-romberg-smaller-bias
richardson-romberg-remark-1 | Remark 1 | extrapolation in H with (2H − 1)/(H − 1) and −1 leaves γ b_s/(2N) | richardson-romberg-local-steps
richardson-romberg-figure-1-noisy | Figure 1 (a)–(d) | on noisy data extrapolation reduces the bias, SCAFFOLD does not | richardson-romberg-noisy richardson-romberg-scaffold-noise richardson-romberg-iterates
richardson-romberg-figure-1-heterogeneous | Figure 1 (e)–(h) | on heterogeneous data it removes a part, SCAFFOLD the bias | richardson-romberg-heterogeneous richardson-romberg-heterogeneous-few-steps
`,
  ),
  ...resultsOf(
    'Newer papers',
    `
newer-fedsarsa | FedSARSA, arXiv 2512.17688 | linear speed-up in the number of agents | fedsarsa-speed-up | heterogeneous agents; samples and communications for ε
newer-ef-td | EF-TD, arXiv 2301.00944 | with error feedback compressed updates have the guarantees of whole ones, and linear speed-up | ef-td-same-floor ef-td-speed-up | nonlinear operators; Õ(1) bits a round
newer-q-learning | Federated Q-learning, arXiv 2409.03897 | E > 1 degrades the error, which falls fast, rises again and stays | q-learning-local-steps q-learning-two-phases | that no step size reaches less than Θ(E/T); linear speed-up in K
`,
  ),
];

/**
 * The results that the given claims test, each with the verdict that these give together; results that no
 * claim tests stand with their papers where every claim of the paper was evaluated, and a claim that is no
 * paper's here is a result by itself.
 *
 * @param all - the papers' results
 */
export function paperResults(
  results: readonly ClaimResult[],
  all: readonly PaperResult[] = PAPER_RESULTS,
): DecidedResult[] {
  const evaluated = new Map(results.map((result) => [result.claim.name, result]));
  const isWhole = (paper: Paper): boolean =>
    all.every(
      (paperResult) => paperResult.paper !== paper || paperResult.claims.every((name) => evaluated.has(name)),
    );
  const isListed = (name: string): boolean => all.some(({ claims }) => claims.includes(name));
  const others = results.flatMap(({ claim: { name, paper, source, quote } }): PaperResult[] =>
    isListed(name) ? [] : [{ name, paper, source, printed: quote, claims: [name] }],
  );
  return [...all, ...others].flatMap((result) => {
    const claims = result.claims.flatMap((name) => evaluated.get(name) ?? []);
    if (claims.length === 0 && !(result.claims.length === 0 && isWhole(result.paper))) return [];
    const verdicts = claims.map(({ verdict }) => verdict);
    const isPartly = result.untested !== undefined || claims.length < result.claims.length;
    return [{ result, claims, verdict: verdictOfAll(isPartly ? [...verdicts, 'untested'] : verdicts) }];
  });
}
