/**
 * Work for Δ seconds: the agents communicate when each has computed for Δ seconds, however many local steps that are (Wang,
 * Liu, Liang, Joshi and Poor, "Tackling the objective inconsistency problem in heterogeneous federated optimization",
 * NeurIPS 2020, §1). Nobody knows beforehand how many: the agent does, by its compute times, when it takes a message up.
 */
import { positiveSeconds } from '../values/parameter.ts';
import type { Kind } from '../values/kind.ts';
import type { TriggerDefinition } from './trigger.ts';

/** Stands for a number of local steps that is known when they are done. */
export const OPEN_GAP = 0;

const settings = {
  seconds: positiveSeconds('Δ', 'seconds of its own computing after which an agent communicates'),
};

export const work: TriggerDefinition<'work', typeof settings> & Kind<'work', typeof settings> = {
  name: 'work',
  settings,
  setting: { name: 'workSeconds', title: 'work for so many seconds', value: ({ seconds }) => seconds },
  symbol: ({ seconds }, write) => `Δ = ${write(seconds)} s`,
  text: ({ seconds }, write) => `when each has computed for ${write(seconds)} s (Δ)`,
};
