/** Streaming FL's rates for a run, where the objectives are quadratics. */
import { type GradientLaw, gradientLaw } from './gradientLaw.ts';
import { type Statement, stated, type StatedRun, type Steps } from './statedRun.ts';
import { QUANTITY } from './quantities.ts';
import {
  INDEPENDENT,
  initialGradients,
  quadraticDissimilarity,
  streamingConstants,
  systemChain,
} from './streamingFl/constants.ts';
import {
  localSgdMomentumShape,
  localSgdBound,
  minibatchSgdBound,
  type StreamingConstants,
  type SystemChain,
} from './streamingFl/convergence.ts';
import type { TermedStatement } from './statement.ts';
import type { Unknown } from '../unknown.ts';

/** Multiplications for the chains' pseudo spectral gaps: some tenths of a second. */
const CHAIN_BUDGET = 1e8;

/** What the three theorems are made of. */
interface Ingredients {
  readonly constants: StreamingConstants;
  readonly law: GradientLaw;
}

const streaming =
  (
    theorem: string,
    bound: (ingredients: Ingredients, steps: Steps, run: StatedRun) => TermedStatement | Unknown,
  ) =>
  (steps: Steps, run: StatedRun): Statement[] => {
    const ingredients = ingredientsOf(run);
    const statement = 'reason' in ingredients ? ingredients : bound(ingredients, steps, run);
    return [stated(`Streaming FL Th. ${theorem}`, QUANTITY.gradient, statement)];
  };

export const minibatchSgdStatements = streaming('4.5', ({ constants }, { serverStepSize }, run) =>
  minibatchSgdBound(constants, run, serverStepSize),
);

export const localSgdStatements = streaming('4.7', ({ constants, law }, { stepSize }, run) =>
  localSgdBound(constants, quadraticDissimilarity(run.linear, law), run, stepSize),
);

export const localSgdMomentumStatements = streaming('4.9', ({ constants }, steps, run) =>
  localSgdMomentumShape(constants, run, {
    ...steps,
    initialGradients: initialGradients(run.linear, run.start),
  }),
);

/** The constants of a run, or which assumption fails. */
export function ingredientsOf(
  run: Pick<StatedRun, 'linear' | 'laws' | 'chains' | 'sampling' | 'start'>,
): Ingredients | Unknown {
  const { linear, laws, start } = run;
  const law = gradientLaw(linear, laws);
  if ('reason' in law) return law;
  const system = systemOf(run);
  if ('reason' in system) return system;
  const constants = streamingConstants(linear, law, system, start);
  return 'reason' in constants ? constants : { constants, law };
}

function systemOf({ chains, sampling }: Pick<StatedRun, 'chains' | 'sampling'>): SystemChain | Unknown {
  if (sampling !== 'markov') return INDEPENDENT;
  if (chains === undefined) return { reason: 'C_∞ and ν_ps are computed for finite chains' };
  const cost = chains.reduce((sum, { states }) => sum + 40 * states ** 3, 0);
  if (cost > CHAIN_BUDGET) return { reason: 'C_∞ and ν_ps of all chains would take too long' };
  return systemChain(chains);
}
