/** Every claim, by paper, in the order of the tables. */
import { InputError } from '../values/failure.ts';
import type { Claim, ClaimDefinition, Paper } from './claim.ts';
import { COMPARISON_FIGURES } from './fedHsa/comparisonFigures.ts';
import { FLOORS } from './fedHsa/floors.ts';
import { HORIZON } from './fedHsa/horizon.ts';
import { NO_HETEROGENEITY_BIAS } from './fedHsa/noHeterogeneityBias.ts';
import { PROPOSITION_ONE } from './fedHsa/propositionOne.ts';
import { SPEED_UP_FIGURES } from './fedHsa/speedUpFigures.ts';
import { AGENTS_ALIKE } from './richardsonRomberg/agentsAlike.ts';
import { AGENTS_DIFFER } from './richardsonRomberg/agentsDiffer.ts';
import { CONVERGENCE } from './richardsonRomberg/convergence.ts';
import { DETERMINISTIC } from './richardsonRomberg/deterministic.ts';
import { FIGURE_ONE as EXTRAPOLATION_FIGURE } from './richardsonRomberg/figureOne.ts';
import { STOCHASTIC_BIAS } from './richardsonRomberg/stochasticBias.ts';
import { NEWER_PAPERS } from './newerPapers.ts';
import { COMMUNICATIONS } from './scafflsa/communications.ts';
import { CONSTANTS } from './scafflsa/constants.ts';
import { DETERMINISTIC_COMMUNICATION } from './scafflsa/deterministicCommunication.ts';
import { FED_LSA_BIAS } from './scafflsa/fedLsaBias.ts';
import { FED_LSA_VARIANCE } from './scafflsa/fedLsaVariance.ts';
import { FIGURE_ONE } from './scafflsa/figureOne.ts';
import { RANDOM_COMMUNICATION } from './scafflsa/randomCommunication.ts';
import { SAMPLE_COMPLEXITY } from './scafflsa/sampleComplexity.ts';
import { AIR_QUALITY } from './streamingFl/airQuality.ts';
import { EXACT_NOISE } from './streamingFl/exactNoise.ts';
import { NON_CONVEX } from './streamingFl/nonConvex.ts';
import { THEOREMS } from './streamingFl/theorems.ts';
import { TWO_STATE } from './streamingFl/twoState.ts';

const DEFINITIONS: Readonly<Record<Paper, readonly ClaimDefinition[]>> = {
  SCAFFLSA: [
    ...FIGURE_ONE,
    ...CONSTANTS,
    FED_LSA_BIAS,
    ...FED_LSA_VARIANCE,
    ...SAMPLE_COMPLEXITY,
    COMMUNICATIONS,
    ...DETERMINISTIC_COMMUNICATION,
    ...RANDOM_COMMUNICATION,
  ],
  FedHSA: [
    PROPOSITION_ONE,
    ...COMPARISON_FIGURES,
    ...SPEED_UP_FIGURES,
    ...FLOORS,
    ...HORIZON,
    NO_HETEROGENEITY_BIAS,
  ],
  'Streaming FL': [...AIR_QUALITY, ...TWO_STATE, ...THEOREMS, NON_CONVEX, ...EXACT_NOISE],
  'Richardson–Romberg': [
    ...CONVERGENCE,
    DETERMINISTIC,
    ...AGENTS_ALIKE,
    ...AGENTS_DIFFER,
    ...STOCHASTIC_BIAS,
    ...EXTRAPOLATION_FIGURE,
  ],
  'Newer papers': NEWER_PAPERS,
};

export const CLAIMS: readonly Claim[] = Object.entries(DEFINITIONS).flatMap(([paper, definitions]) =>
  definitions.map((claimDefinition) => ({ paper: paper as Paper, needs: [], ...claimDefinition })),
);

/**
 * The claims of the given names, in the order of the list; all of them where none is named.
 *
 * @throws InputError for a name that no claim has
 */
export function chooseClaims(names: readonly string[], claims = CLAIMS): readonly Claim[] {
  const unknown = names.find((name) => !claims.some((claim) => claim.name === name));
  if (unknown !== undefined)
    throw new InputError(`${unknown}: there is no such claim; fedsa reproduce --list prints the claims`);
  return names.length === 0 ? claims : claims.filter(({ name }) => names.includes(name));
}
