/** The Richardson–Romberg paper's bounds on a run of Local SA. */
import { attempted } from '../attempted.ts';
import { squaredDistance, squaredNorm } from '../../maths/vector.ts';
import { meanRound } from '../mean/roundMap.ts';
import { gradientLaw } from './gradientLaw.ts';
import { QUANTITY } from './quantities.ts';
import {
  deterministicConvergence,
  deterministicNeighbourhood,
  quadraticBias,
  stochasticConvergence,
} from './richardsonRomberg/convergence.ts';
import { type Statement, stated, type StatedRun, type Steps } from './statedRun.ts';

const PAPER = 'Richardson–Romberg';

/** Proposition 1 and Corollary 1 without noise; Theorem 2 and Proposition 4 under i.i.d. sampling. */
export function fedAvgStatements({ stepSize }: Steps, run: StatedRun): Statement[] {
  const { linear, laws, sampling, localSteps, rounds, start } = run;
  if (sampling === 'markov') return [stated(PAPER, '', { reason: 'its bounds are for i.i.d. sampling' })];
  const law = gradientLaw(linear, laws);
  if ('reason' in law) return [stated(PAPER, '', law)];
  const at = { stepSize, localSteps, round: rounds };
  const away = Math.sqrt(squaredDistance(start, linear.root));
  if (sampling === 'iid') {
    return [
      stated(`${PAPER} Th. 2`, QUANTITY.limitBias, quadraticBias(law, at)),
      stated(`${PAPER} Prop. 4`, QUANTITY.fromLimit, stochasticConvergence(law, at, away)),
    ];
  }
  const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
  const round = meanRound(linear, algorithm, { kind: 'deterministic', localSteps })!;
  const limit = attempted('the round has no fixed point', () => round.limit());
  if ('reason' in limit) return [stated(PAPER, '', limit)];
  const distance = Math.sqrt(squaredNorm(start.map((x, j) => x - linear.root[j]! - limit[j]!)));
  return [
    stated(`${PAPER} Prop. 1`, QUANTITY.fromLimitWithoutNoise, deterministicConvergence(law, at, distance)),
    stated(`${PAPER} Cor. 1`, QUANTITY.errorWithoutNoise, deterministicNeighbourhood(law, at, distance)),
  ];
}
