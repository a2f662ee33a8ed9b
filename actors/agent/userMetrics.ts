/** Metrics of a user's module, in the thread that measures. */
import type { ImportedMetric } from '../../src/measurement/metrics/knownAnswer.ts';
import { isMetric, type Metric } from '../../src/measurement/metrics/metric.ts';
import { importUserModule } from './userFile.ts';

/** Place of a metric, for a thread that imports it. */
export type MetricSource = Pick<ImportedMetric, 'name' | 'url'>;

/**
 * Imports metrics, each from its module.
 *
 * @returns in the order of the sources; `undefined` for one that its module does not have
 */
export async function importMetrics(
  sources: readonly MetricSource[],
): Promise<readonly (ImportedMetric | undefined)[]> {
  return Promise.all(
    sources.map(async ({ name, url }) => {
      const { exported } = await importUserModule(url);
      const found = Object.values(exported)
        .flatMap(metricsOf)
        .find((metric) => metric.name === name);
      return found && { ...found, url };
    }),
  );
}

/** An exported metric; those of an exported scenario. */
function metricsOf(exported: unknown): readonly Metric[] {
  if (isMetric(exported)) return [exported];
  const { definition } = (exported ?? {}) as { readonly definition?: { readonly metrics?: unknown } };
  return Array.isArray(definition?.metrics) ? definition.metrics.filter(isMetric) : [];
}
