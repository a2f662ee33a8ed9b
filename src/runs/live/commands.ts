/** What a page asks of a run: read, and done. */
import type { BehaviorSubject } from 'rxjs';
import * as z from 'zod';
import { InputError } from '../../values/failure.ts';
import type { Replication } from '../../configuration/replications.ts';
import type { RunStepper } from './stepper.ts';

/** Fields of numbers that a reader writes. */
const WRITTEN = ['round', 'seed', 'seconds'];
const fromZero = (name: string): z.ZodInt => {
  const error = `the ${name} must be a whole number from 0`;
  return z.int({ error }).nonnegative({ error });
};
const SECONDS = { error: 'the delay must be a number of seconds above 0' };
const message = {
  from: z.enum(['server', 'agent']),
  agent: z.int().nonnegative(),
  dispatch: z.int().positive(),
};
const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['step', 'arrival', 'back', 'pause', 'run', 'release']) }),
  z.strictObject({ do: z.literal('round'), round: fromZero('round') }),
  z.strictObject({ do: z.literal('begin'), algorithm: z.string(), seed: fromZero('seed') }),
  z.strictObject({ do: z.literal('drop'), ...message }),
  z.strictObject({ do: z.literal('delay'), ...message, seconds: z.number(SECONDS).positive(SECONDS) }),
]);

/** What a page shows, as far as something can be asked of it. */
export interface Asked {
  /** of the replication that is stepped through */
  readonly stepper?: RunStepper | undefined;
  /** whether that replication is recorded already */
  readonly isRecorded?: boolean;
  /** holds the whole run up */
  readonly held?: BehaviorSubject<boolean> | undefined;
  /** has a recorded replication computed again, to be stepped through */
  readonly begin?: (replication: Replication) => Promise<void>;
}

/**
 * Does what a page asks for.
 *
 * @param text - JSON that may be anything
 * @throws InputError in one line, where it cannot be done
 */
export async function executeCommand(
  { stepper, isRecorded, held, begin }: Asked,
  text: string,
): Promise<void> {
  const asked = command.safeParse(parsed(text));
  if (!asked.success) {
    const { path, message } = asked.error.issues[0]!;
    throw new InputError(WRITTEN.includes(String(path[0])) ? message : 'no command of this page');
  }
  const data = asked.data;
  if (data.do === 'begin') {
    if (begin === undefined) throw new InputError('fedsa view steps through what is recorded');
    await begin(data);
  } else if (stepper === undefined) {
    if (held === undefined) throw new InputError('the run cannot be held up');
    if (data.do !== 'pause' && data.do !== 'run') throw new InputError('the run is not stepped through');
    held.next(data.do === 'pause');
  } else if (data.do === 'drop' || data.do === 'delay') {
    if (isRecorded)
      throw new InputError('what is recorded is not changed: fedsa run --paused drops and delays messages');
    const deed =
      data.do === 'drop' ? ({ kind: 'drop' } as const) : { kind: 'delay' as const, seconds: data.seconds };
    if (!stepper.intervene(data, deed)) throw new InputError('no such message is under way');
  } else if (data.do === 'round') stepper.toRound(data.round);
  else stepper[STEPS[data.do]]();
}

const STEPS = {
  step: 'step',
  arrival: 'toArrival',
  back: 'back',
  pause: 'pause',
  run: 'run',
  release: 'release',
} as const;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
