/** A run's configuration as a scenario file that gives the same rows: for readers to copy, change and run. */
import { isDeepStrictEqual as isEqual } from 'node:util';
import type { StepSize } from '../algorithms/stepSize.ts';
import { DEFAULT_POLICY } from '../policies/index.ts';
import { fieldsWhere, hasArrays } from '../problems/families.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { ownValues } from '../configuration/ownValues.ts';
import type { Manifest } from '../recording/manifest.ts';
import type { PanelsFile } from '../recording/panelsFile.ts';
import { difference } from '../recording/sameRun.ts';
import { resolvePanels } from '../configuration/panels.ts';
import { paperOf } from '../configuration/paperField.ts';
import { runConfiguration } from '../configuration/runConfiguration.ts';
import type { ScenarioDefinition } from '../configuration/scenario.ts';
import { ALL_SETTINGS, type RunSettings } from '../configuration/settings/runSettings.ts';
import { triggerSetting } from '../triggers/index.ts';

/** Longer ones hold data, not settings. */
const MOST_CHARACTERS = 20_000;
/** Where a run is computed is not what it is. */
const PLACES: readonly string[] = ['placement', 'hosts', 'threads', 'kernels', 'strict'];

/**
 * The file's text; `undefined` where time was real, and where it would need code of a user's own, or arrays that the manifest does not hold.
 * Settings that have their default are left out.
 */
export function scenarioSource(manifest: Manifest): string | undefined {
  const source = sourceOf(manifest);
  if (source === undefined || !isResolvedTo(source.settings, manifest)) return undefined;
  const { name, title, question, reproduces, measure } = manifest.scenario;
  return fileOf({
    ...{ name, title, question },
    ...(reproduces !== null && { reproduces }),
    ...(measure !== undefined && { measure }),
    problem: source.specification,
    ...source.settings,
  });
}

/**
 * The text of one file for several panels: what they share once, and what differs with each of them. `undefined` where {@link scenarioSource}
 * has none for one of them, and where some have not begun.
 */
export function panelsSource(
  { scenario, across, panels }: PanelsFile,
  manifests: ReadonlyMap<string, Manifest>,
): string | undefined {
  const runs = panels.flatMap(({ name, title, at }) => {
    const manifest = manifests.get(name);
    const source = manifest && sourceOf(manifest);
    return source === undefined ? [] : [{ name, title, at, manifest: manifest!, ...source }];
  });
  const [first] = runs;
  if (first === undefined || runs.length < panels.length) return undefined;
  const { measure } = first.manifest.scenario;
  const { name, title, question, reproduces } = scenario;
  const definitionWith = (shared: Fields): ScenarioDefinition =>
    ({
      ...{ name, title, question },
      ...(reproduces !== null && { reproduces }),
      ...paperOf(scenario),
      ...(measure !== undefined && { measure }),
      problem: first.specification,
      ...shared,
      ...(across !== null && { across }),
      panels: Object.fromEntries(
        runs.map((panel) => {
          const problem = problemOver(first.specification, panel.specification);
          const fields = {
            title: panel.title,
            ...(panel.at !== null && { at: panel.at }),
            ...(problem && { problem }),
            ...without(panel.settings, shared),
          };
          return [panel.name, fields];
        }),
      ),
    }) as unknown as ScenarioDefinition;
  // Some settings push others out, and so cannot be apart from them.
  const definition = [sharedBy(runs.map(({ settings }) => settings)), {}]
    .map(definitionWith)
    .find((definition) => areResolvedTo(definition, runs));
  return definition && fileOf(definition);
}

type Fields = Readonly<Record<string, unknown>>;

interface Source {
  readonly specification: Fields;
  readonly settings: RunSettings;
}

/** What a scenario would say of a run, if it can be said. */
function sourceOf(manifest: Manifest): Source | undefined {
  const { problem, configuration } = manifest;
  if (configuration.clock === 'wall') return undefined;
  if (ownValues(configuration).length > 0 || (configuration.metrics ?? []).length > 0) return undefined;
  const { built: _, ...specification } = (problem.specification ?? {}) as Fields;
  const { kind } = specification;
  if (typeof kind !== 'string' || kind === 'module' || fieldsWhere(kind, hasArrays).length > 0)
    return undefined;
  return { specification, settings: recordedSettings(manifest) };
}

function fileOf(definition: object): string | undefined {
  const source = `import { scenario } from 'fedsa';\n\nexport default scenario(${literal(definition, '')});\n`;
  return source.length > MOST_CHARACTERS ? undefined : source;
}

/** The fields that are the same in all. */
const sharedBy = ([first, ...others]: readonly object[]): Fields =>
  Object.fromEntries(
    Object.entries(first!).filter(([name, value]) =>
      others.every((other) => name in other && isEqual((other as Fields)[name], value)),
    ),
  );

const without = (fields: object, left: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in left)));

/** What makes of a problem another one: some fields, or the whole where it lacks one. */
function problemOver(base: Fields, fields: Fields): Fields | undefined {
  if (isEqual(base, fields)) return undefined;
  if (base.kind !== fields.kind || Object.keys(base).some((name) => !(name in fields))) return fields;
  return without(fields, sharedBy([fields, base]));
}

/** The settings that a configuration comes of. */
export function recordedSettings({
  configuration,
  problem: { dimension },
}: Pick<Manifest, 'configuration'> & {
  readonly problem: Pick<Manifest['problem'], 'dimension'>;
}): RunSettings {
  const { algorithms, trigger, budget, seeds, initial, iterates, policy } = configuration;
  const { kind, ...length } = budget;
  const { name, value } = triggerSetting(trigger);
  const recorded = Object.entries(ALL_SETTINGS).flatMap(([field, { recorded: name, default: otherwise }]) => {
    const value = name && configuration[name as keyof RunConfiguration];
    return value === undefined || value === otherwise || PLACES.includes(field) ? [] : [[field, value]];
  });
  const isFromOne = seeds.every((seed, at) => seed === at + 1);
  return {
    algorithms: algorithms.map(({ key: _, ...algorithm }) =>
      Object.fromEntries(Object.entries(algorithm).map(([name, value]) => [name, ruleOf(value as StepSize)])),
    ),
    ...(value !== undefined && { [name]: value }),
    ...length,
    seeds: isFromOne ? seeds.length : seeds,
    ...(initial.some((x) => x !== 0) && { initial }),
    ...(iterates !== dimension <= 10 && { iterates }),
    ...(policy.kind !== DEFAULT_POLICY.kind && { policy }),
    ...(Object.fromEntries(recorded) as RunSettings),
  } as RunSettings;
}

/** The rule of a step size that has been completed; other values as they are. */
function ruleOf(value: StepSize): unknown {
  if (typeof value !== 'object' || value.kind !== 'doubling') return value;
  const { kind, firstRounds, monotonicity } = value;
  return { kind, firstRounds, monotonicity };
}

/** Whether settings give that very configuration again. */
function isResolvedTo(
  settings: RunSettings,
  { configuration, problem: { dimension, agents } }: Manifest,
): boolean {
  try {
    const facts = { agents, monotonicity: () => undefined };
    return (
      difference(plain(runConfiguration(settings, dimension, facts)), plain(configuration)) === undefined
    );
  } catch {
    // A manifest may come from anyone, or from another version.
    return false;
  }
}

/** Whether panels give these very configurations again. */
function areResolvedTo(
  definition: ScenarioDefinition,
  runs: readonly (Source & { readonly manifest: Manifest })[],
): boolean {
  try {
    return resolvePanels(definition, false).every(
      ({ definition }, k) =>
        isEqual(definition.problem, runs[k]!.specification) && isResolvedTo(definition, runs[k]!.manifest),
    );
  } catch {
    return false;
  }
}

/** As a manifest holds it, without where it was run. */
const plain = (configuration: RunConfiguration): unknown =>
  JSON.parse(
    JSON.stringify(configuration, (name, value: unknown) => (PLACES.includes(name) ? undefined : value)),
  );

/** A value as TypeScript, a field a line unless it is short. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  const isList = Array.isArray(value);
  const deeper = `${indent}  `;
  const parts = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(
      ([name, field]) =>
        (isList ? '' : `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: `) + literal(field, deeper),
    );
  const [open, close] = isList ? '[]' : '{}';
  const short = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent !== '' && indent.length + short.length < 90 && !short.includes('\n')) return short;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}
