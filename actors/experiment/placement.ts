/** Placement of the agents of a run. */
import { availableParallelism } from 'node:os';
import { budgetedRounds } from '../../src/configuration/budget.ts';
import { ownValues } from '../../src/configuration/ownValues.ts';
import type { Problem } from '../../src/problems/operator.ts';
import { needsClock } from '../replication/replicationClock.ts';
import type { ResolvedPlacement } from '../../src/events/inspection.ts';
import type { Experiment } from './preparedExperiment.ts';
import { messageCost, SHORT_ROUND } from './roundCost.ts';

/** Up to this many agents get a thread each where threads of their own are what they need; a thread costs some 14 MB and 0.1 s of a core. */
const MOST_DEDICATED_THREADS = 32;

/** From this many replications a thread on, whole replications per thread beat agents per thread. */
const REPLICATIONS_PER_THREAD = 4;

/** Multiplications in all rounds from which on threads are started: some 0.1 s, a few times their start-up. */
const LONG_RUN = 1e8;
/** Multiplications in a round from which on threads share it, and in a message on a clock from which on a thread is woken. */
const SHARED_ROUND = 2e3;
const LONG_MESSAGE = 2e5;

/** Agents run a user's code, whose cost is not known; it may throw, hang or end its thread. */
export const isUserCode = ({
  configuration,
  specification,
}: Pick<Experiment, 'configuration' | 'specification'>): boolean =>
  specification.kind === 'module' ||
  configuration.algorithms.some((algorithm) => algorithm.own !== undefined);

/** The agents' placement and the reason for it, in words that follow a colon; `undefined` where that was asked for. */
interface ChosenPlacement {
  readonly placement: ResolvedPlacement;
  readonly why: string | undefined;
}

/**
 * Chooses the placement of a run. What is asked for is done exactly. `auto` goes by cost: many replications
 * run side by side, agents that compute much share threads, and others are inline. Where the code is
 * a user's, or the clock a real one, agents get a thread of their own up to 32 of them. Results do not depend on it.
 *
 * @param replications - how many are to run
 */
export function choosePlacement(
  {
    configuration,
    specification,
    problem: { agents, dimension },
    hosts = [],
    stopWhen,
  }: Pick<Experiment, 'configuration' | 'specification' | 'hosts' | 'stopWhen'> & {
    readonly problem: Pick<Problem, 'agents' | 'dimension'>;
  },
  replications: number,
): ChosenPlacement {
  const inline: ResolvedPlacement = { name: 'inline', threads: 1, unit: 'agents' };
  // Threads import a user's algorithm from its file; one that a program has made stays in the program.
  if (configuration.algorithms.some((algorithm) => algorithm.own?.file === null))
    return { placement: inline, why: 'an algorithm without a file stays in its program' };
  const threads = configuration.threads ?? availableParallelism();
  const dedicated: ResolvedPlacement = { name: 'own-thread', threads: agents, unit: 'agents' };
  const packed: ResolvedPlacement = { name: 'packed', threads: Math.min(threads, agents), unit: 'agents' };
  const asked = { inline, 'own-thread': dedicated, packed };
  if (configuration.placement === 'cluster') {
    const threads = hosts.reduce((sum, host) => sum + host.threads, 0);
    const workers = hosts.map(({ requests }) => requests.worker);
    return { placement: { name: 'cluster', threads, unit: 'agents', workers }, why: undefined };
  }
  if (configuration.placement !== 'auto')
    return { placement: asked[configuration.placement], why: undefined };
  const isVirtual = configuration.clock === 'virtual';
  // On the wall clock replications beside each other would slow each other down.
  // A policy, a trigger or a rule that a program has made stays in the program, where the servers then are, too.
  const moves = stopWhen === undefined && ownValues(configuration).every(({ file }) => file !== null);
  if (moves && isVirtual && replications >= REPLICATIONS_PER_THREAD * threads) {
    const why = 'there are enough algorithms and seeds for all threads';
    return { placement: { name: 'packed', threads, unit: 'replications' }, why };
  }
  const apart = agents <= MOST_DEDICATED_THREADS ? dedicated : packed;
  if (!isVirtual) return { placement: apart, why: 'the clock is real' };
  if (isUserCode({ configuration, specification }))
    return { placement: apart, why: 'agents run your own code' };
  const message = messageCost(configuration, dimension);
  if (needsClock(configuration))
    return message >= LONG_MESSAGE
      ? { placement: apart, why: 'agents compute long between two messages' }
      : { placement: inline, why: 'agents compute too briefly between two messages for threads to pay' };
  const round = agents * message;
  const rounds = replications * budgetedRounds(configuration);
  // A single thread of agents beside the server's computes no faster than the server's own, and each round takes messages.
  if (packed.threads < 2 && round <= SHORT_ROUND)
    return { placement: inline, why: 'a single thread would compute no faster' };
  if (round < SHARED_ROUND) return { placement: inline, why: 'rounds are too short for threads to pay' };
  return rounds * round >= LONG_RUN
    ? { placement: packed, why: 'rounds are long enough to be shared' }
    : { placement: inline, why: 'the run is too short for threads to pay' };
}
