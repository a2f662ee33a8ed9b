/** The exports of the kernels' program: three functions a family, see KernelExports. */
export {
  advance as temporalDifference_advance,
  peek as temporalDifference_peek,
  accumulate as temporalDifference_accumulate,
} from './temporalDifference/kernel.assembly';
export {
  advance as linearStates_advance,
  peek as linearStates_peek,
  accumulate as linearStates_accumulate,
} from './finiteLinear/kernel.assembly';
export {
  advance as linearMean_advance,
  peek as linearMean_peek,
  accumulate as linearMean_accumulate,
} from './linearMean/kernel.assembly';
export {
  advance as qLearning_advance,
  peek as qLearning_peek,
  accumulate as qLearning_accumulate,
} from './qLearning/kernel.assembly';
export {
  advance as gaussMarkov_advance,
  peek as gaussMarkov_peek,
  accumulate as gaussMarkov_accumulate,
} from './gaussMarkov/kernel.assembly';
export {
  advance as twoStateRegression_advance,
  peek as twoStateRegression_peek,
  accumulate as twoStateRegression_accumulate,
} from './twoStateRegression/kernel.assembly';
export {
  advance as recordedRegression_advance,
  peek as recordedRegression_peek,
  accumulate as recordedRegression_accumulate,
} from './recordedRegression/kernel.assembly';
export {
  advance as logisticRegression_advance,
  peek as logisticRegression_peek,
  accumulate as logisticRegression_accumulate,
} from './logisticRegression/kernel.assembly';
