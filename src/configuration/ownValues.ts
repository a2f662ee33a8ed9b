/** What of a run is a user's own, each with the file that makes it. */
import type { MadeKind, Origin } from '../values/made.ts';
import { userTrigger } from '../triggers/index.ts';
import type { RunConfiguration } from './configuration.ts';

/** An algorithm, a policy or a trigger of a user's own. */
export interface OwnValue extends Origin {
  readonly kind: MadeKind;
  readonly name: string;
}

/** What of a run may be a user's own. */
export type OwnParts = Pick<RunConfiguration, 'algorithms' | 'trigger'> &
  Partial<Pick<RunConfiguration, 'policy'>>;

/** Those of a run. */
export function ownValues({ algorithms, policy, ...run }: OwnParts): readonly OwnValue[] {
  const trigger = userTrigger(run.trigger);
  return [
    ...algorithms.flatMap(({ name, own: algorithm }): OwnValue[] =>
      algorithm ? [{ kind: 'algorithm', name, file: algorithm.file, bundle: algorithm.bundle }] : [],
    ),
    ...(policy?.kind === 'own' ? [{ ...policy, kind: 'policy' } as const] : []),
    ...(trigger !== undefined ? [{ ...trigger, kind: 'trigger' } as const] : []),
  ];
}
