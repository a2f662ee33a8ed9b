/** FedHSA's rates for a run, with the step size and the local steps that it recommends. */
import { squaredDistance } from '../../maths/vector.ts';
import {
  type FedHsaConstants,
  fedHsaConstants,
  type MixingRate,
  mixingRates,
  slowestMixing,
} from './fedHsa/constants.ts';
import { independentShape, markovShape } from './fedHsa/convergence.ts';
import { largestUsefulLocalSteps, speedupStep } from './fedHsa/linearSpeedup.ts';
import { QUANTITY } from './quantities.ts';
import { type Statement, stated, type StatedRun, type Steps } from './statedRun.ts';
import { statementOf } from './statement.ts';
import type { Unknown } from '../unknown.ts';

/** Multiplications for the chains' mixing: some tenths of a second. */
const CHAIN_BUDGET = 1e8;

/** Theorem 1 under i.i.d. sampling; Theorem 2, Corollary 1's step and (14) under Markov sampling. */
export function fedHsaStatements({ stepSize, serverStepSize }: Steps, run: StatedRun): Statement[] {
  const { linear, laws, chains, sampling, localSteps, rounds, start } = run;
  const constants = fedHsaConstants(linear, laws);
  const theorem = sampling === 'markov' ? 'FedHSA Th. 2 (12)' : 'FedHSA Th. 1';
  if ('reason' in constants) return [stated(theorem, QUANTITY.error, constants)];
  const initialSquare = squaredDistance(start, linear.root);
  const settings = { stepSize, serverStepSize, localSteps, rounds, initialSquare };
  if (sampling !== 'markov') return [stated(theorem, QUANTITY.error, independentShape(constants, settings))];
  const rates = ratesOf(chains);
  if ('reason' in rates) return [stated(theorem, QUANTITY.error, rates)];
  return [
    stated(theorem, QUANTITY.error, markovShape(constants, rates, settings)),
    ...recommended(constants, rates, run),
  ];
}

function recommended(
  constants: FedHsaConstants,
  rates: readonly MixingRate[],
  { localSteps, rounds }: StatedRun,
): Statement[] {
  const steps = localSteps * rounds;
  if (!(steps > 1)) return [];
  const stepSize = speedupStep(constants, localSteps, rounds);
  // (14) is for the corollary's step size, whatever that of the run.
  const mixing = slowestMixing(rates, localSteps * stepSize);
  const term = (symbol: string, value: number): ReturnType<typeof statementOf> =>
    statementOf('shape', [{ symbol, value }]);
  return [
    stated('FedHSA Cor. 1', 'η for a linear speed-up', term('4 log(MHT)/(μHT)', stepSize)),
    stated(
      'FedHSA (14)',
      'largest useful H',
      term('(μ/2L) √(τ̄R/(M(1−ρ) log MR))', largestUsefulLocalSteps(constants, mixing, steps)),
    ),
  ];
}

/** The mixing of all chains, or why it is not known. */
export function ratesOf(chains: StatedRun['chains']): MixingRate[] | Unknown {
  if (chains === undefined) return { reason: 'some agent’s chain is not finite (Assumption 3)' };
  const cost = chains.reduce((sum, { states }) => sum + 10 * states ** 3, 0);
  if (cost > CHAIN_BUDGET) return { reason: 'the mixing of all chains would take too long' };
  return mixingRates(chains);
}
