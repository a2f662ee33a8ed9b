/** The operator of sampling mode `exact`. */
import { LinearMeanOperator } from './operator.ts';
import type { LocalOperator, MeanOperator } from '../operator.ts';
import { ExactOperator } from '../meanOperator.ts';

/** The mean operator as an agent's operator: no noise, and no stream. */
export function exactOperator(mean: MeanOperator, dimension: number): LocalOperator {
  return mean.kind === 'linear'
    ? new LinearMeanOperator(mean, dimension)
    : new ExactOperator(mean, dimension);
}
