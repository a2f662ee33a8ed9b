/** From a specification, which is plain data, to a problem with operators and streams. */
import { FAMILIES, familyOf } from './families.ts';
import type { Generation, Problem } from './operator.ts';
import type { ProblemSpecification } from './specification.ts';
import type { UserAgentFactory } from './userModule/family.ts';

/** What cannot be said as data: the function that a user's module exports, or memory that other threads fill, too. */
type Given = UserAgentFactory | Generation['memory'] | undefined;

type Build = (specification: ProblemSpecification, given: Given) => Problem;

/**
 * Builds a problem; its agents are built when they are asked for.
 *
 * @param given - for kind `module` the function that the user's module exports, which it needs; else memory of a problem of the same
 *   specification, to generate its agents in
 */
export function buildProblem(specification: ProblemSpecification, given?: Given): Problem {
  const family = familyOf(specification.kind);
  if (family === undefined || !('build' in family)) {
    const kinds = FAMILIES.map(({ kind }) => kind).join(', ');
    throw new RangeError(`no family of problems is called ${specification.kind}; there are ${kinds}`);
  }
  // each family takes its own specification, which the compiler cannot follow through the table
  return (family.build as Build)(specification, given);
}
