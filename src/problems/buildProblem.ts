/** From a specification, which is plain data, to a problem with operators and streams. */
import { FAMILIES, familyOf } from './families.ts';
import type { Problem } from './operator.ts';
import type { ProblemSpecification } from './specification.ts';
import type { UserAgentFactory } from './userModule/family.ts';

type Build = (specification: ProblemSpecification, create: UserAgentFactory | undefined) => Problem;

/**
 * Builds a problem; its agents are built when they are asked for.
 *
 * @param create - the function that a user's module exports; needed for kind `module` alone
 */
export function buildProblem(specification: ProblemSpecification, create?: UserAgentFactory): Problem {
  const family = familyOf(specification.kind);
  if (family === undefined || !('build' in family)) {
    const kinds = FAMILIES.map(({ kind }) => kind).join(', ');
    throw new RangeError(`no family of problems is called ${specification.kind}; there are ${kinds}`);
  }
  // each family takes its own specification, which the compiler cannot follow through the table
  return (family.build as Build)(specification, create);
}
