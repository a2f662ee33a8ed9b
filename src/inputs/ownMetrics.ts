/** The metrics that a run has of its own: from the scenario's module, or from the one that a manifest names. */
import { pathToFileURL } from 'node:url';
import { importMetrics } from '../../actors/agent/userMetrics.ts';
import { codeHash } from '../../actors/agent/codeHash.ts';
import { compileUserFile } from '../../actors/agent/compileUserFile.ts';
import type { ImportedMetric } from '../measurement/metrics/knownAnswer.ts';
import { type Metric, ownFigure } from '../measurement/metrics/metric.ts';
import type { OwnMetric } from '../measurement/metrics/metrics.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { firstLine, InputError, userCall } from '../values/failure.ts';
import type { Manifest } from '../recording/manifest.ts';
import { compiledRecord, namedCode, hashCheck } from './codeFile.ts';
import { shippedFile, shippedNames, type Target } from './target.ts';
import { ownName } from '../values/made.ts';

/** Modules of shipped scenarios, which every copy of the program has. */
const SHIPPED = /^fedsa:(.*)$/;

/** By module: several metrics may come from one. */
type CompiledModules = Map<string, Promise<string>>;

interface OwnMetrics {
  /** for the configuration */
  readonly described: readonly OwnMetric[];
  readonly imported: readonly ImportedMetric[];
}

/** The scenario's own metrics that a run is measured in. */
export const askedMetrics = (
  { definition, file }: Target,
  configuration: RunConfiguration,
): readonly Metric[] =>
  (definition.metrics ?? []).filter(({ name, when }) =>
    userCall(`metric ${ownName(name, { file: file ?? null })}: when`, () => when?.(configuration) ?? true),
  );

/**
 * Those metrics, imported as threads import them.
 *
 * @throws InputError in one line, for one that other threads could not import
 */
export async function metricsOfTarget(target: Target, configuration: RunConfiguration): Promise<OwnMetrics> {
  const { module: origin, compiled: bundle } = target;
  const compiledOnce: CompiledModules = new Map(origin && bundle ? [[origin, Promise.resolve(bundle)]] : []);
  const found = await Promise.all(
    askedMetrics(target, configuration).map(async (metric) => {
      const { name, unit, help, counts, figure } = metric;
      const module = origin ?? metric.module;
      if (module === undefined) {
        throw new InputError(
          `metric ${name}: threads import it from its module, and a scenario made in a program has none; give it module: import.meta.url, in a file that runs nothing when it is imported`,
        );
      }
      const compiled = await urlOf(name, module, compiledOnce);
      return {
        described: {
          name,
          unit,
          help,
          counts,
          figure: ownFigure({ name, unit, figure }),
          module,
          ...compiled.hash,
        },
        url: compiled.url,
      };
    }),
  );
  const sources = found.map(({ described: { name, module }, url }) => ({ name, module, url }));
  return { described: found.map((entry) => entry.described), imported: await imported(sources) };
}

/**
 * The metrics that a run had of its own, for it to be run again.
 *
 * @throws InputError in one line, where a module is gone or has changed
 */
export async function metricsOfManifest(
  directory: string,
  { configuration: { metrics = [] } }: Manifest,
): Promise<readonly ImportedMetric[]> {
  const compiledOnce: CompiledModules = new Map();
  const sources = await Promise.all(
    metrics.map(async ({ name, module, sha256 }, at) => {
      const recorded = { directory, field: `configuration.metrics[${at}].module`, written: module };
      const check = hashCheck(directory, `${module}, which has the metric ${name}`, sha256 ?? null);
      const { url } = await urlOf(name, module, compiledOnce, () => compiledRecord(recorded, check));
      return { name, module, url };
    }),
  );
  return imported(sources);
}

/** A URL under which any thread can import a module, and of a user's the SHA-256 of what is behind it. */
async function urlOf(
  name: string,
  module: string,
  compiledOnce: CompiledModules,
  compile = () => compileUserFile(namedCode(module)),
): Promise<{ readonly url: string; readonly hash?: { readonly sha256: string } }> {
  const shipped = SHIPPED.exec(module)?.[1];
  if (shipped !== undefined && !shippedNames().includes(shipped))
    throw new InputError(`metric ${name}: there is no shipped scenario ${shipped}`);
  if (shipped !== undefined) {
    const file = shippedFile(shipped);
    return { url: file.endsWith('.js') ? pathToFileURL(file).href : await compileUserFile(namedCode(file)) };
  }
  try {
    const compiling = compiledOnce.get(module) ?? compile();
    compiledOnce.set(module, compiling);
    const url = await compiling;
    return { url, hash: { sha256: codeHash(url) } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`metric ${name}: ${module} cannot be read: ${firstLine(error)}`, { cause: error });
  }
}

async function imported(
  sources: readonly { readonly name: string; readonly module: string; readonly url: string }[],
): Promise<readonly ImportedMetric[]> {
  const metrics = await importMetrics(sources);
  return metrics.map((metric, at) => {
    if (metric !== undefined) return metric;
    const { name, module } = sources[at]!;
    throw new InputError(
      `metric ${name}: ${module} does not export it, alone or in the metrics of its scenario, so that no thread can import it`,
    );
  });
}
