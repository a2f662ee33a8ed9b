/** Cost of rounds, in multiplications: 10⁹ of them take about a second. */
import type { RunConfiguration } from '../../src/protocol/configuration.ts';
import { meanGap } from '../../src/triggers/index.ts';

/** Cost of an agent between two messages: a matrix with a vector at each local step. */
export const messageCost = ({ trigger }: Pick<RunConfiguration, 'trigger'>, dimension: number): number =>
  (meanGap(trigger) ?? 1) * (dimension ** 2 + 10);

/**
 * Most that a thread may compute in a round, in multiplications, of which kernels take five a nanosecond: some 20 ms.
 * For longer the server's thread must not be away, since signals and progress wait for it.
 */
export const SHORT_ROUND = 1e8;
