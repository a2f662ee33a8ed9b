/** A JSON problem file as a problem: read and checked before the run. */
import { fileFamily } from '../family.ts';
import { path, type SpecificationOf } from '../../values/value.ts';

const fields = { path };

/** A JSON problem file, read and checked before the run. */
export type ProblemFileSpecification = SpecificationOf<'problem-file', typeof fields>;

export const problemFile = fileFamily({
  kind: 'problem-file',
  title: 'explicit matrices, or reward processes, from a JSON file',
  fields,
  readInto: ['finite-linear', 'finite-td'],
});
