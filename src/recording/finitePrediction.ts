/** Predictions as JSON has them, which has no infinities. */
import type { Prediction } from '../theory/predictions.ts';

/** Fields in which a number that is not known is null; elsewhere such a field is left out. */
const NULLABLE = new Set(['limitError', 'roundFactor', 'meanSquareFactor']);

/** The prediction without the numbers that are beyond all doubles; a limit that is has no kind, and says so. */
export function finitePrediction(prediction: Prediction): Prediction {
  const finite = finiteFields(prediction) as Prediction;
  if (prediction.limitError === null || finite.limitError !== null) return finite;
  return { ...finite, limitKind: null, source: `none: the limit is beyond all doubles; ${finite.source}` };
}

function finiteFields(value: object): object {
  const fields = Object.entries(value).flatMap(([name, field]: [string, unknown]): [string, unknown][] => {
    if (typeof field === 'number' && !Number.isFinite(field)) return NULLABLE.has(name) ? [[name, null]] : [];
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return [[name, field]];
    return [[name, finiteFields(field)]];
  });
  return Object.fromEntries(fields);
}
