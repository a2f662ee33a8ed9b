/** The algorithms that come with the program. */
import type { Algorithm } from './algorithm.ts';
import { compressedLsa } from './compressedLsa.ts';
import { efTd } from './efTd.ts';
import { fedHsa } from './fedHsa.ts';
import { importanceAveraging } from './importanceAveraging.ts';
import { localSa } from './localSa.ts';
import { localSgdMomentum } from './localSgdMomentum.ts';
import { minibatchSgd } from './minibatchSgd.ts';
import { richardsonRomberg } from './richardsonRomberg.ts';
import { scafflsa } from './scafflsa.ts';
import { scaffold } from './scaffold.ts';
import { trimmedMean } from './trimmedMean.ts';

const PROGRAMS = [
  localSa,
  scafflsa,
  fedHsa,
  minibatchSgd,
  localSgdMomentum,
  scaffold,
  richardsonRomberg,
  importanceAveraging,
  trimmedMean,
  efTd,
  compressedLsa,
] as const;

/** An algorithm of the program, with the types of its name and its parameters. */
export type ProgramsAlgorithm = (typeof PROGRAMS)[number];

/** In the order in which they have their colours. */
export const ALGORITHMS: readonly Algorithm[] = PROGRAMS;

/** The algorithm of a name or alias; `undefined` for an unknown one. */
export function findAlgorithm(name: string): Algorithm | undefined {
  return ALGORITHMS.find((algorithm) => algorithm.name === name || algorithm.aliases.includes(name));
}

/** Every name and alias, for messages and help. */
export function algorithmNames(): string[] {
  return [...ALGORITHMS.map(({ name }) => name), ...ALGORITHMS.flatMap(({ aliases }) => aliases)];
}
