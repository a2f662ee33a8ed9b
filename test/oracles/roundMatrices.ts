/**
 * What an algorithm does to `x = (1, θ̄, w, θ_1, …, θ_M, c_1, …, c_M)` (see momentsQuestion.ts) when the
 * agents are at observations s = (s_1, …, s_M): matrices, written row by row from the definitions.
 */
import { layoutOf, type MomentsQuestion } from './momentsQuestion.ts';
import { add, averageOf, type Row, type Rows, scale, subtract, unit } from './plainMatrices.ts';

export interface RoundMatrices {
  /** the round's start: θ_i ← θ̄; FedHSA's c_i ← mean_j G_j(θ̄, s_j) − G_i(θ̄, s_i) */
  readonly open: (s: readonly number[]) => Rows;
  /** one local step of all agents */
  readonly step: (s: readonly number[]) => Rows;
  /** the round's end after K local steps: the server's step, and the control variates' */
  readonly close: (K: number) => Rows;
}

export function roundMatrices(question: MomentsQuestion): RoundMatrices {
  const { problem, algorithm, trigger, initial, mistake } = question;
  const { size, bar, shared, theta, correction } = layoutOf(question);
  const d = initial.length;
  const agents = problem.map((_, i) => i);
  const coordinates = initial.map((_, r) => r);
  const e = (k: number): Row => Array.from({ length: size }, (_, j) => (j === k ? 1 : 0));

  /** The row of coordinate r of G_i(x[from…], s_i) = b_i(s_i) − A_i(s_i) x[from…]. */
  const operator = (i: number, s: readonly number[], from: number, r: number): Row => {
    let row = scale(problem[i]!.b[s[i]!]![r]!, e(0));
    for (let k = 0; k < d; k++) row = subtract(row, scale(problem[i]!.A[s[i]!]![r]![k]!, e(from + k)));
    return row;
  };

  const open = (s: readonly number[]): Rows => {
    const F = unit(size);
    for (const i of agents) {
      for (const r of coordinates) {
        F[theta(i) + r] = algorithm.name === 'minibatch-sgd' ? scale(0, e(0)) : e(bar + r);
        if (algorithm.name !== 'fedhsa') continue;
        const all = averageOf(agents.map((j) => operator(j, s, bar, r)));
        F[correction(i) + r] = subtract(all, operator(i, s, bar, r));
      }
    }
    return F;
  };

  /** Coordinate r of what agent i's θ_i moves by in one local step. */
  const moved = (i: number, s: readonly number[], r: number): Row => {
    const value = operator(i, s, algorithm.name === 'minibatch-sgd' ? bar : theta(i), r);
    switch (algorithm.name) {
      case 'local-sa':
        return scale(algorithm.stepSize, value);
      case 'scafflsa':
      case 'fedhsa':
        return scale(algorithm.stepSize, add(value, e(correction(i) + r)));
      case 'minibatch-sgd':
        // K times the last in place of the sum: what was summed before is taken away
        return mistake === 'a minibatch is its last observation' && trigger.kind === 'deterministic'
          ? subtract(scale(trigger.localSteps, value), e(theta(i) + r))
          : value;
      case 'local-sgd-m': {
        const v = mistake === 'momentum enters no local step' ? scale(0, e(0)) : e(shared + r);
        const row = add(scale(-algorithm.momentum, value), scale(1 - algorithm.momentum, v));
        return scale(-algorithm.stepSize, row);
      }
      case 'scaffold':
        return scale(algorithm.stepSize, subtract(add(value, e(correction(i) + r)), e(shared + r)));
      case 'feddyn': {
        const away = subtract(e(theta(i) + r), e(bar + r));
        const row = subtract(add(value, e(correction(i) + r)), scale(algorithm.alpha, away));
        return scale(algorithm.stepSize, row);
      }
      case 'consensus-admm': {
        const away = subtract(e(theta(i) + r), e(bar + r));
        const row = subtract(subtract(value, e(correction(i) + r)), scale(algorithm.rho, away));
        return scale(algorithm.stepSize, row);
      }
      case 'prox-with-memory': {
        const away = subtract(subtract(e(theta(i) + r), e(correction(i) + r)), scale(initial[r]!, e(0)));
        return scale(algorithm.stepSize, subtract(value, scale(algorithm.mu, away)));
      }
    }
  };

  const step = (s: readonly number[]): Rows => {
    const F = unit(size);
    for (const i of agents)
      for (const r of coordinates) F[theta(i) + r] = add(e(theta(i) + r), moved(i, s, r));
    return F;
  };

  const close = (actual: number): Rows => {
    const F = unit(size);
    const meanGap = trigger.kind === 'deterministic' ? trigger.localSteps : 1 / trigger.probability;
    const K = mistake === 'a round is divided by the mean gap' ? meanGap : actual;
    for (const r of coordinates) {
      const start = e(bar + r);
      const ends = agents.map((i) => e(theta(i) + r));
      const mean = averageOf(ends);
      switch (algorithm.name) {
        case 'local-sa':
          F[bar + r] = mean;
          break;
        case 'scafflsa': {
          F[bar + r] = mean;
          const gain = 1 / (algorithm.stepSize * (mistake === 'the control gain ignores H' ? 1 : meanGap));
          for (const i of agents)
            F[correction(i) + r] = add(e(correction(i) + r), scale(gain, subtract(mean, ends[i]!)));
          break;
        }
        case 'fedhsa':
          F[bar + r] = add(start, scale(algorithm.serverStepSize, subtract(mean, start)));
          break;
        case 'minibatch-sgd':
          F[bar + r] = add(start, scale(algorithm.serverStepSize / K, mean));
          break;
        case 'local-sgd-m':
          F[shared + r] = scale(1 / (algorithm.stepSize * K), subtract(start, mean));
          F[bar + r] = subtract(start, scale(algorithm.serverStepSize, F[shared + r]!));
          break;
        case 'scaffold': {
          F[bar + r] = add(start, scale(algorithm.serverStepSize, subtract(mean, start)));
          const changes = agents.map((i) =>
            subtract(scale(1 / (algorithm.stepSize * K), subtract(start, ends[i]!)), e(shared + r)),
          );
          for (const i of agents) F[correction(i) + r] = add(e(correction(i) + r), changes[i]!);
          if (mistake !== 'the server keeps c at zero')
            F[shared + r] = add(e(shared + r), averageOf(changes));
          break;
        }
        case 'feddyn': {
          const { alpha } = algorithm;
          for (const i of agents)
            F[correction(i) + r] = subtract(e(correction(i) + r), scale(alpha, subtract(ends[i]!, start)));
          F[shared + r] = subtract(e(shared + r), scale(alpha, subtract(mean, start)));
          F[bar + r] = subtract(mean, scale(1 / alpha, F[shared + r]!));
          break;
        }
        case 'consensus-admm': {
          const { rho } = algorithm;
          F[bar + r] = averageOf(agents.map((i) => add(ends[i]!, scale(1 / rho, e(correction(i) + r)))));
          for (const i of agents)
            F[correction(i) + r] = add(e(correction(i) + r), scale(rho, subtract(ends[i]!, F[bar + r]!)));
          break;
        }
        case 'prox-with-memory': {
          const { beta } = algorithm;
          F[bar + r] = mean;
          for (const i of agents) {
            const end = subtract(ends[i]!, scale(initial[r]!, e(0)));
            F[correction(i) + r] = add(scale(1 - beta, e(correction(i) + r)), scale(beta, end));
          }
        }
      }
    }
    return F;
  };

  return { open, step, close };
}
