/** The files with which threads begin that may have a user's files. */
import { builtFile } from '../../src/values/builtProgram.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { ImportedModule } from '../agent/userModules.ts';

/** Whether a thread for a problem imports a file of a user's. */
export const hasUserFiles = (
  problem: Pick<ProblemSpecification, 'kind'>,
  modules: readonly ImportedModule[],
): boolean => problem.kind === 'module' || modules.length > 0;

/** A user's file imports the library, of which a thread must then have a single copy: its parts. Other threads read one file. */
export const workerFile = (name: string, withUserFiles: boolean): URL =>
  builtFile(`program/${name}${withUserFiles ? '.js' : 'Alone.cjs'}`);
