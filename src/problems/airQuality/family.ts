/** Beijing air quality as a problem: which of the data, and how they are prepared. */
import { fileFamily } from '../family.ts';
import { oneOf, flag, list, optional, path, real, type SpecificationOf, whole } from '../../values/value.ts';
import { agents, seed } from '../sharedFields.ts';

const fields = {
  /** folder of the 12 CSV files; the environment variable FEDSA_AIR_QUALITY where it is not given */
  directory: optional(path),
  agents,
  /** months in a window: each agent draws one of these */
  windowMonths: list(whole(1, 36)),
  /** months from the first that windows are drawn from */
  trainingMonths: whole(1, 48),
  /** how the seasonal part is taken out */
  seasonality: oneOf('additive-yearly', 'none'),
  /** how each station's columns are scaled, after seasonality is removed */
  scaling: oneOf('min-max', 'z-score'),
  /** whether a window may run over the end of the training months to their beginning */
  wrapWindows: flag,
  regularisation: real({ least: 0 }),
  initial: oneOf('stationary', 'first'),
  /** seed of the choice of windows */
  seed,
};

/**
 * Beijing air quality from UCI's CSV files (Streaming FL §5, E.1). Read and preprocessed before the
 * run into a recorded regression; every choice the paper leaves open is a field.
 */
export type AirQualitySpecification = SpecificationOf<'beijing-air-quality', typeof fields>;

export const airQuality = fileFamily({
  kind: 'beijing-air-quality',
  title: 'the Beijing air-quality record',
  source: 'Streaming FL §5',
  fields,
  readInto: ['recorded-regression'],
});
