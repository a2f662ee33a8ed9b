/** The triggers: all that there are. */
import type { ConfigurationOf } from '../values/kind.ts';
import { madeBy, type Origin } from '../values/made.ts';
import { bernoulli } from './bernoulli.ts';
import { deterministic } from './deterministic.ts';
import { drawnForAgents, drawnForRounds, type RoundGap, type SetTrigger } from './gaps.ts';
import type { Parameters } from '../values/parameter.ts';
import type { GapLaw, TriggerDefinition, TriggerSetting } from './trigger.ts';
import { OPEN_GAP, work } from './work.ts';

export { OPEN_GAP };

export const TRIGGERS = [deterministic, bernoulli] as const;

/** A trigger of the program with its settings: H local steps a round, or probability p in (0, 1] after each. */
export type TriggerConfiguration = ConfigurationOf<(typeof TRIGGERS)[number]>;

/** The program's triggers, whether or not it is known beforehand how many local steps a round has. */
export const ALL_TRIGGERS = [...TRIGGERS, work] as const;

/** Δ seconds of work. */
export type WorkTrigger = ConfigurationOf<typeof work>;

/** A user's own trigger with its settings, and all that can be said of it without its code; plain data. */
export interface OwnTrigger extends Origin {
  readonly kind: 'own';
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly symbol: string;
  readonly text: string;
  /** whether the agents of a round take different numbers of local steps */
  readonly differs: boolean;
  readonly meanGap?: number;
  readonly law?: GapLaw;
}

/** The trigger of a run. */
export type RunTrigger = TriggerConfiguration | WorkTrigger | OwnTrigger;

/** @throws RangeError for one whose file this thread has not imported */
function setTrigger(trigger: RunTrigger): SetTrigger {
  if (trigger.kind !== 'own') return { definition: definitionOf(trigger), settings: trigger };
  const { name, settings } = trigger;
  const definition = madeBy('trigger', trigger, name) as TriggerDefinition | undefined;
  if (!definition) throw new RangeError(`there is no trigger "${name}"`);
  return { definition, settings };
}

const definitionOf = ({ kind }: TriggerConfiguration | WorkTrigger): TriggerDefinition =>
  ALL_TRIGGERS.find(({ name }) => name === kind)!;

/** A user's trigger; `undefined` for a trigger of the program. */
export const userTrigger = (trigger: RunTrigger): OwnTrigger | undefined =>
  trigger.kind === 'own' ? trigger : undefined;

/** The setting of a run that stands for its trigger, with the trigger's title; only one of the program has a value. */
export function triggerSetting(trigger: RunTrigger): {
  readonly name: 'trigger' | TriggerSetting<Parameters>['name'];
  readonly title: string;
  readonly value?: number;
} {
  if (trigger.kind === 'own') return { name: 'trigger', title: trigger.name };
  const setting = definitionOf(trigger).setting!;
  return { name: setting.name, title: setting.title, value: setting.value(trigger) };
}

/** Δ, where agents work for so many seconds. */
export const workSeconds = (trigger: RunTrigger): number | undefined =>
  trigger.kind === 'work' ? trigger.seconds : undefined;

/**
 * Local steps of round after round, whichever agents take part; {@link OPEN_GAP} where agents draw it.
 *
 * @param agents - M
 * @param seed - of the run, whose coins are the same for all of its algorithms
 */
export const roundGaps = (
  trigger: RunTrigger,
  agents: number,
  seed: number,
): ((round: number) => RoundGap) =>
  trigger.kind === 'work' ? () => OPEN_GAP : drawnForRounds(setTrigger(trigger), agents, seed);

/** Local steps of agents that each go at their own pace, likewise; of each agent its coins are its own. */
export const agentGaps = (
  trigger: RunTrigger,
  agents: number,
  seed: number,
): ((round: number, agent: number) => number) =>
  trigger.kind === 'work' ? () => OPEN_GAP : drawnForAgents(setTrigger(trigger), agents, seed);

/** Whether the agents of a round take different numbers of local steps. */
export const gapsDiffer = (trigger: RunTrigger): boolean =>
  trigger.kind === 'work' || (trigger.kind === 'own' && trigger.differs);

/** E[K], the mean number of local steps in a round: H, or 1/p; `undefined` where it is not known. */
export function meanGap(trigger: TriggerConfiguration): number;
export function meanGap(trigger: RunTrigger): number | undefined;
export function meanGap(trigger: RunTrigger): number | undefined {
  return trigger.kind === 'own' ? trigger.meanGap : definitionOf(trigger).meanGap?.(trigger);
}

/** The law of the gaps; `undefined` where they are not alike and independent. */
export const lawOf = (trigger: RunTrigger): GapLaw | undefined =>
  trigger.kind === 'own' ? trigger.law : definitionOf(trigger).law?.(trigger);

/** The trigger of the program whose gaps have the same law; `undefined` where there is none. */
export function likeTrigger(trigger: RunTrigger): TriggerConfiguration | undefined {
  if (trigger.kind === 'work') return undefined;
  if (trigger.kind !== 'own') return trigger;
  const { law } = trigger;
  if (law === undefined) return undefined;
  return law.kind === 'constant'
    ? { kind: 'deterministic', localSteps: law.gap }
    : { kind: 'bernoulli', probability: law.probability };
}

/** `H = 10`, and `after every 10 local steps (H)`, with numbers written by `write`. */
export function triggerTexts(
  trigger: RunTrigger,
  write: (value: number) => string,
): { readonly symbol: string; readonly text: string } {
  if (trigger.kind === 'own') return trigger;
  const definition = definitionOf(trigger);
  return { symbol: definition.symbol(trigger, write), text: definition.text(trigger, write) };
}
