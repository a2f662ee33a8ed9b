/** A process that runs cases, one after another, as it is told their keys. */
import { allCases } from './cases.ts';
import { type Found, runCase } from './runCase.ts';

export interface Question {
  readonly key: string;
  /** folder for the run's files */
  readonly keep?: string;
}

/** What is told of a case; before the first, that the process listens. */
export type Answer = 'ready' | { readonly key: string; readonly found: Found };

const cases = new Map((await allCases()).map((one) => [one.key, one]));

process.on('message', ({ key, keep }: Question) => {
  runCase(cases.get(key)!, keep).then(
    (found) => process.send!({ key, found } satisfies Answer),
    (error: unknown) => {
      console.error(`${key}:`, error);
      process.exit(1);
    },
  );
});

process.send!('ready' satisfies Answer);
