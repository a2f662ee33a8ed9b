/** From a specification, which is plain data, to a problem with operators and streams. */
import { finiteLinearProblem } from './finiteLinear/family.ts';
import { finiteSumQuadraticProblem } from './finiteSumQuadratic/family.ts';
import { garnetProblem } from './temporalDifference/garnet.ts';
import { gaussMarkovQuadraticProblem } from './gaussMarkov/family.ts';
import { linearFeaturesTdProblem } from './temporalDifference/linearFeatures.ts';
import { logisticRegressionProblem } from './logisticRegression/family.ts';
import type { Problem } from './operator.ts';
import { qLearningProblem } from './qLearning/family.ts';
import { recordedRegressionProblem } from './recordedRegression/family.ts';
import type { ProblemSpecification } from './specification.ts';
import { twoStateRegressionProblem } from './twoStateRegression/family.ts';
import { type UserAgentFactory, userModuleProblem } from './userModule/family.ts';

/**
 * Builds a problem; its agents are built when they are asked for.
 *
 * @param create - the function that a user's module exports; needed for kind `module` alone
 */
export function buildProblem(specification: ProblemSpecification, create?: UserAgentFactory): Problem {
  switch (specification.kind) {
    case 'finite-linear':
      return finiteLinearProblem(specification);
    case 'garnet':
      return garnetProblem(specification);
    case 'linear-features-td':
      return linearFeaturesTdProblem(specification);
    case 'gauss-markov-quadratic':
      return gaussMarkovQuadraticProblem(specification);
    case 'recorded-regression':
      return recordedRegressionProblem(specification);
    case 'finite-sum-quadratic':
      return finiteSumQuadraticProblem(specification);
    case 'two-state-regression':
      return twoStateRegressionProblem(specification);
    case 'logistic-regression':
      return logisticRegressionProblem(specification);
    case 'q-learning':
      return qLearningProblem(specification);
    case 'module':
      if (!create) throw new TypeError(`the module ${specification.module} has not been imported`);
      return userModuleProblem(specification, create);
  }
}
