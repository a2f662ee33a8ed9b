/**
 * How many agents take their steps in turn. A step waits for the one before it, of the same agent, and
 * is mostly latency; between agents there is nothing to wait for, and the processor overlaps their
 * steps. Not more than a few, so that their vectors stay close at hand.
 */
export const INTERLEAVED = 4;
