/** A user's own policy and trigger, with the settings that a run gives them. */
import type { OwnPolicy } from '../policies/index.ts';
import { carriesOf } from '../policies/index.ts';
import type { PolicyAgents, PolicyDefinition } from '../policies/policy.ts';
import { InputError, userCall } from '../values/failure.ts';
import { quotedValue } from '../values/quoted.ts';
import type { OwnTrigger } from '../triggers/index.ts';
import type { TriggerDefinition } from '../triggers/trigger.ts';
import type { Kind } from '../values/kind.ts';
import { originOf, ownName } from '../values/made.ts';
import { nearest } from '../values/nearest.ts';
import { type Chosen, chosenOf } from '../values/ownKind.ts';
import { flagOf } from '../values/parameter.ts';
import { readText } from '../values/text.ts';
import { faultOf } from '../values/value.ts';
import type { RunSettings } from './settings/runSettings.ts';

type Values = Readonly<Record<string, unknown>>;

/** The user's own policy and trigger among settings. */
function chosenIn({ policy, trigger }: RunSettings): (Chosen | undefined)[] {
  return [chosenOf('policy', policy), chosenOf('trigger', trigger)];
}

/** What is set by name, without what is of the user's own policy or trigger: that of algorithms. */
export function setOfAlgorithms(settings: RunSettings): Values {
  const names = chosenIn(settings).flatMap((choice) => choice?.definition.name ?? []);
  const set = Object.entries(settings.set ?? {});
  return Object.fromEntries(set.filter(([path]) => !names.includes(path.split('.', 1)[0]!)));
}

/** The settings that are set by name of one kind. */
function setByName({ name, settings }: Kind, set: Values): Values {
  const given = Object.entries(set).flatMap(([path, value]) => {
    const [kind, flag] = path.split('.', 2) as [string, string];
    if (kind !== name) return [];
    const field = Object.keys(settings).find((key) => flagOf(key) === flag);
    if (field === undefined) {
      const flags = Object.keys(settings).map(flagOf).join(', ') || 'none';
      throw new InputError(`\`set\`: ${path}: ${name} has no setting ${flag}; it has ${flags}`);
    }
    if (typeof value !== 'string') return [[field, value]];
    const reading = readText(settings[field]!, value);
    // What cannot be read is refused as it is, with what would be right.
    return [[field, reading.fault === undefined ? reading.value : value]];
  });
  return Object.fromEntries(given) as Values;
}

/**
 * All settings: those given, then the defaults.
 *
 * @throws InputError in one line for one that is missing, unknown or out of range
 */
function settled(kind: 'policy' | 'trigger', { definition, settings }: Chosen, set: Values, agents: number) {
  const { name, settings: known } = definition;
  const given: Values = { ...settings, ...setByName(definition, set) };
  const unknown = Object.keys(given).find((field) => !(field in known));
  if (unknown !== undefined) {
    const near = nearest(unknown, Object.keys(known));
    const question = near === undefined ? '' : `; did you mean ${near}?`;
    throw new InputError(
      `\`${kind}\`: ${name} is given ${unknown}, which it does not have; leave it out${question}`,
    );
  }
  const entries = Object.entries(known).flatMap(([field, setting]) => {
    const value = given[field] ?? setting.default;
    const where = `\`${kind}\`: ${name}.${flagOf(field)}`;
    if (value === undefined && setting.optional) return [];
    if (value === undefined) {
      throw new InputError(
        `${where} is needed: ${setting.symbol}, ${setting.help} (\`set\`: ${name}.${flagOf(field)}=VALUE)`,
      );
    }
    const fault = faultOf(setting, value);
    if (fault !== undefined) throw new InputError(`${where} ${fault} (found ${quotedValue(value)})`);
    if ('agents' in setting && (value as number) > agents)
      throw new InputError(`${where} is ${value as number}; the problem has ${agents} agents`);
    return [[field, value]];
  });
  return Object.fromEntries(entries) as Values;
}

/** The user's own policy, as a run's configuration has it; `undefined` where the settings have none. */
export function ownPolicy(settings: RunSettings, run?: PolicyAgents): OwnPolicy | undefined {
  const chosen = chosenOf<PolicyDefinition>('policy', settings.policy);
  if (chosen === undefined) return undefined;
  const { definition } = chosen;
  const { name } = definition;
  const values = settled('policy', chosen, settings.set ?? {}, run?.agents ?? Infinity);
  const origin = originOf('policy', definition);
  const where = `\`policy\`: ${ownName(name, origin)}`;
  const reason = userCall(`${where}: refuse`, () => run && definition.refuse?.(values, run));
  if (reason !== undefined) throw new InputError(`\`policy\`: ${name}: ${reason}`);
  return {
    kind: 'own',
    name,
    ...origin,
    settings: values,
    text: userCall(`${where}: text`, () => definition.text(values)),
    carries: userCall(`${where}: carries`, () => carriesOf(definition, values)),
  };
}

/** The user's own trigger, as a run's configuration has it; `undefined` where the settings have none. */
export function ownTrigger(settings: RunSettings, agents: number): OwnTrigger | undefined {
  const chosen = chosenOf<TriggerDefinition>('trigger', settings.trigger);
  if (chosen === undefined) return undefined;
  const { definition } = chosen;
  const { name } = definition;
  const values = settled('trigger', chosen, settings.set ?? {}, agents);
  const differs = definition.gapOf !== undefined;
  const origin = originOf('trigger', definition);
  const where = `\`trigger\`: ${ownName(name, origin)}`;
  const law = differs ? undefined : userCall(`${where}: law`, () => definition.law?.(values));
  const meanGap = userCall(`${where}: meanGap`, () => definition.meanGap?.(values)) ?? meanOf(law);
  if (meanGap !== undefined && !(meanGap >= 1 && meanGap < Infinity))
    throw new InputError(
      `\`trigger\`: ${name}: meanGap must be a number from 1 on (found ${String(meanGap)})`,
    );
  return {
    kind: 'own',
    name,
    ...origin,
    settings: values,
    symbol: userCall(`${where}: symbol`, () => definition.symbol(values, String)),
    text: userCall(`${where}: text`, () => definition.text(values, String)),
    differs,
    ...(law && { law }),
    ...(meanGap !== undefined && { meanGap }),
  };
}

function meanOf(law: OwnTrigger['law']): number | undefined {
  if (law === undefined) return undefined;
  return law.kind === 'constant' ? law.gap : 1 / law.probability;
}
