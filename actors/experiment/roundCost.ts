/** What rounds cost, in multiplications: 10⁹ of them take about a second. */
import type { RunConfiguration } from '../../src/protocol/configuration.ts';
import { meanGap } from '../../src/triggers/index.ts';

/** What an agent computes between two messages, a matrix with a vector at each local step. */
export const messageCost = ({ trigger }: Pick<RunConfiguration, 'trigger'>, dimension: number): number =>
  (meanGap(trigger) ?? 1) * (dimension ** 2 + 10);
