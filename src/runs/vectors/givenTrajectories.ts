/** Reads the trajectories of somebody's program: `{ "format": "fedsa-vectors/1", "cases": { "scaffold": [[…], […], […]] } }`. */
import { InputError } from '../../values/failure.ts';
import { quotedValue } from '../../values/quoted.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import { readHexadecimal } from './hexadecimal.ts';
import { trajectoryOf } from './trajectory.ts';
import { VECTOR_CASES, type VectorCase } from './vectorCases.ts';
import { VECTOR_FORMAT } from './vectorFile.ts';
import { DIMENSION } from './vectorProblem.ts';

/** A case with θ̄ after each round as somebody's program has it. */
export interface GivenTrajectory {
  readonly vectorCase: VectorCase;
  readonly theta: readonly (readonly number[])[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The trajectories in a file, by case in its order; an InputError in one line where they are not as they should be. */
export function readTrajectories(file: string): readonly GivenTrajectory[] {
  const value = readJsonFile(file, 'file of trajectories');
  if (!isObject(value) || value.format !== VECTOR_FORMAT)
    throw new InputError(`${file}: format must be "${VECTOR_FORMAT}"`);
  if (!isObject(value.cases) || Object.keys(value.cases).length === 0)
    throw new InputError(`${file}: cases must be an object with θ̄ after each round, by the name of a case`);
  return Object.entries(value.cases).map(([name, theta]) => givenTrajectory(file, name, theta));
}

function givenTrajectory(file: string, name: string, theta: unknown): GivenTrajectory {
  const vectorCase = VECTOR_CASES.find((vectorCase) => vectorCase.name === name);
  if (vectorCase === undefined)
    throw new InputError(
      `${file}: cases.${name}: there is no such case; expected some of ${VECTOR_CASES.map((vectorCase) => vectorCase.name).join(', ')}`,
    );
  const rounds = trajectoryOf(vectorCase).theta.length;
  if (!Array.isArray(theta) || theta.length !== rounds)
    throw new InputError(`${file}: cases.${name}: must be a list of ${rounds} models, θ̄ after each round`);
  return {
    vectorCase,
    theta: theta.map((model: unknown, at) => {
      if (!Array.isArray(model) || model.length !== DIMENSION)
        throw new InputError(`${file}: cases.${name}[${at}]: must be a list of ${DIMENSION} numbers`);
      return model.map((entry: unknown, j) => numberOf(entry, `${file}: cases.${name}[${at}][${j}]`));
    }),
  };
}

function numberOf(entry: unknown, place: string): number {
  const value = typeof entry === 'string' ? readHexadecimal(entry) : entry;
  if (typeof value === 'number') return value;
  throw new InputError(
    `${place}: must be a number, or a text as C's %a writes it, such as "0x1.8p+1" (found ${quotedValue(entry)})`,
  );
}
