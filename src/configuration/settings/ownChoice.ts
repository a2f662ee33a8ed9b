/** A user's own policy or trigger, as settings give one. */
import type { Chosen, Settable } from '../../values/ownKind.ts';

/** A TypeScript or JavaScript file. */
type FileName = `${string}.${'' | 'c' | 'm'}${'ts' | 'js'}`;

/** Whether a text names such a file. */
export const isFileName = (text: unknown): text is FileName =>
  typeof text === 'string' && /\.[cm]?[jt]s$/.test(text);

/** A policy or a trigger of the user's own, alone or with settings, or the file that exports it. */
export type OwnChoice = Settable | Chosen | FileName;
