/** The names under which fedsa's processes find one another. All subjects begin with `fedsa.`. */
import { hostname } from 'node:os';
import { nuid } from '@nats-io/transport-node';

/** Calls to everybody who serves. */
export const ROLL = 'fedsa.roll';

/** A name for this process that no other has: machine, process number, and some letters. */
export const processName = (): string =>
  `${hostname()
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)}-${process.pid}-${nuid.next().slice(-6)}`;
