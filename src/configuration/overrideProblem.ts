/** A problem with some of its fields replaced. */

/** Some fields of a problem; with `kind`, a whole problem that stands in its place. */
export type FieldsOfProblem = Readonly<Record<string, unknown>>;

/** The problem that an override makes of another. Fields are replaced whole; the result is not checked. */
export function overrideProblem(problem: FieldsOfProblem, override: FieldsOfProblem): FieldsOfProblem {
  return 'kind' in override ? override : { ...problem, ...override };
}
