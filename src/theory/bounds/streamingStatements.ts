/** Streaming FL's rates for a run, where the objectives are quadratics. */
import type { AlgorithmConfiguration } from '../../protocol/configuration.ts';
import { type GradientLaw, gradientLaw } from './gradientLaw.ts';
import type { NotApplicable } from './scafflsa/statement.ts';
import { type RunStatement, stated, type StatedRun } from './statedRun.ts';
import {
  INDEPENDENT,
  initialGradients,
  quadraticDissimilarity,
  streamingConstants,
  type SystemChain,
  systemChain,
} from './streamingFl/constants.ts';
import {
  localSgdMomentumShape,
  localSgdBound,
  minibatchSgdBound,
  type StreamingConstants,
} from './streamingFl/convergence.ts';
import type { TermedStatement } from './terms.ts';

/** Multiplications for the chains' pseudo spectral gaps: some tenths of a second. */
const CHAIN_BUDGET = 1e8;

/** Theorem 4.5, 4.7 or 4.9, whichever is about the algorithm; none for others. */
export function streamingStatements(algorithm: AlgorithmConfiguration, run: StatedRun): RunStatement[] {
  const theorem = { 'minibatch-sgd': '4.5', 'local-sa': '4.7', 'local-sgd-m': '4.9' }[
    algorithm.name as string
  ];
  if (theorem === undefined) return [];
  const statement = rate(algorithm, run);
  return [stated(algorithm.name, `Streaming FL Th. ${theorem}`, 'E‖∇F(ŵ_T)‖²', statement)];
}

function rate(
  algorithm: AlgorithmConfiguration,
  run: StatedRun,
): TermedStatement | NotApplicable | { readonly reason: string } {
  const { linear, laws, localSteps, rounds, start } = run;
  const law = gradientLaw(linear, laws);
  if ('reason' in law) return law;
  const system = systemOf(run);
  if ('reason' in system) return system;
  const constants = streamingConstants(linear, law, system, start);
  if ('reason' in constants) return constants;
  return rateOf(algorithm, run, law, constants, { localSteps, rounds });
}

function rateOf(
  algorithm: AlgorithmConfiguration,
  { linear, start }: StatedRun,
  law: GradientLaw,
  constants: StreamingConstants,
  run: { readonly localSteps: number; readonly rounds: number },
): TermedStatement | NotApplicable | { readonly reason: string } {
  switch (algorithm.name) {
    case 'minibatch-sgd':
      return minibatchSgdBound(constants, run, algorithm.serverStepSize);
    case 'local-sa':
      return localSgdBound(constants, quadraticDissimilarity(linear, law), run, algorithm.stepSize);
    case 'local-sgd-m':
      return localSgdMomentumShape(constants, run, {
        ...algorithm,
        initialGradients: initialGradients(linear, start),
      });
    default:
      return { reason: 'not an algorithm of the paper' };
  }
}

function systemOf({ chains, sampling }: StatedRun): SystemChain | { readonly reason: string } {
  if (sampling !== 'markov') return INDEPENDENT;
  if (chains === undefined) return { reason: 'C_∞ and ν_ps are computed for finite chains' };
  const cost = chains.reduce((sum, { states }) => sum + 40 * states ** 3, 0);
  if (cost > CHAIN_BUDGET) return { reason: 'C_∞ and ν_ps of all chains would take too long' };
  return systemChain(chains);
}
