/** What the exact moments are asked for, with the mistakes that tests must be able to tell from the right answer. */
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/configuration/configuration.ts';
import type { ExplicitProblem } from './explicitProblem.ts';
import type { Row } from './plainMatrices.ts';

export type Mistake =
  | 'fedhsa evaluates at an observation of its own'
  | 'fedhsa moves the chain on after evaluating'
  | 'the chain advances an extra step per round'
  | 'the chain stays for one step per round'
  | 'the control gain ignores H'
  | 'all agents follow one chain'
  | 'a minibatch is its last observation'
  | 'momentum enters no local step'
  | 'the server keeps c at zero'
  | 'a round is divided by the mean gap';

/** The linear algorithms that keep one model; Richardson–Romberg extrapolation is two of them. */
export type OneRun = Exclude<
  AlgorithmConfiguration,
  {
    readonly name:
      'richardson-romberg' | 'importance-averaging' | 'trimmed-mean' | 'ef-td' | 'compressed-lsa';
  }
>;

/** Algorithms whose agents' steps are pulled, and corrected by what they keep. */
export type PulledRun =
  | { readonly name: 'feddyn'; readonly stepSize: number; readonly alpha: number }
  | { readonly name: 'consensus-admm'; readonly stepSize: number; readonly rho: number }
  | {
      readonly name: 'prox-with-memory';
      readonly stepSize: number;
      readonly mu: number;
      readonly beta: number;
    };

export interface MomentsQuestion {
  readonly problem: ExplicitProblem;
  readonly algorithm: OneRun | PulledRun;
  readonly trigger: TriggerConfiguration;
  readonly sampling: 'markov' | 'iid';
  readonly initial: Row;
  readonly rounds: number;
  readonly mistake?: Mistake;
}

/** Where the parts of `x = (1, θ̄, w, θ_1, …, θ_M, c_1, …, c_M)` begin. */
export interface Layout {
  readonly size: number;
  /** θ̄ */
  readonly bar: number;
  /** w, what else the server keeps: v of Local SGD-M, c of SCAFFOLD, h of FedDyn; nothing of the others */
  readonly shared: number;
  /** θ_i; of Minibatch SGD the sum of agent i's evaluations */
  readonly theta: (i: number) => number;
  /** c_i: ξ_i of SCAFFLSA, g − G_i(θ̄, o_i0) of FedHSA, c_i of SCAFFOLD, g_i of FedDyn, y_i of ADMM, m_i − θ̄_0 of a memory */
  readonly correction: (i: number) => number;
}

export function layoutOf({ problem, algorithm, initial }: MomentsQuestion): Layout {
  const [M, d] = [problem.length, initial.length];
  const sharing = ['local-sgd-m', 'scaffold', 'feddyn'].includes(algorithm.name);
  const agents = 1 + d + (sharing ? d : 0);
  return {
    size: agents + 2 * M * d,
    bar: 1,
    shared: 1 + d,
    theta: (i) => agents + d * i,
    correction: (i) => agents + d * (M + i),
  };
}
