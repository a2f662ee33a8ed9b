/** What a scenario or a manifest may say of a metric of its own. */
import * as z from 'zod';
import { isMetric, type Metric } from '../measurement/metrics/metric.ts';
import { METRICS } from '../measurement/metrics/metrics.ts';
import { issueWords } from './issueWords.ts';

/** Its first letter is small, so that no two names are one file on any disk. */
const name = z.string().regex(/^[a-z][A-Za-z0-9]*$/, {
  error: 'must be a name of letters and digits that begins with a small letter',
});

const figure = z.looseObject({
  title: z.string(),
  axis: z.string(),
  scale: z.enum(['log', 'linear']).exactOptional(),
  against: z.enum(['round', 'time', 'every']).exactOptional(),
  floors: z.boolean().exactOptional(),
  fromFirstRound: z.boolean().exactOptional(),
});

const column = z.looseObject({ name, unit: z.string(), help: z.string(), counts: z.boolean() });

/** In a manifest: plain data. */
export const toldMetric = column.extend({
  figure,
  module: z.string(),
  sha256: z.string().exactOptional(),
});

/** Columns that every run may have. */
const TAKEN: readonly string[] = ['algorithm', 'seed', ...METRICS.map((metric) => metric.name)];

const made = column.extend({ figure: figure.optional(), module: z.string().optional() });

/** In a scenario: as `metric({ … })` made them. */
export const madeMetrics = z
  .array(
    z
      .custom<Metric>(isMetric, { error: 'must be made by metric({ … })', abort: true })
      // Not by a pipe: what comes out of the schema of its fields is no metric any more.
      .superRefine((metric, context) => {
        const { error } = made.safeParse(metric, { error: issueWords });
        for (const { message, path } of error?.issues ?? [])
          context.addIssue({ code: 'custom', message, path });
      }),
  )
  .superRefine((metrics, context) => {
    const names = metrics.map((metric) => metric.name);
    names.forEach((name, at) => {
      if (!TAKEN.includes(name) && names.indexOf(name) === at) return;
      context.addIssue({
        code: 'custom',
        message: 'must be a name that no other column has',
        path: [at, 'name'],
      });
    });
  });
