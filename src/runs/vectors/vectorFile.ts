/** The file of the vectors, `fedsa-vectors/1`: a problem, what its agents observe, and trajectories. */
import { algorithmOf } from '../../algorithms/parts.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import type { Vector } from '../../maths/vector.ts';
import { exactErrors } from '../../theory/moments/exactErrors.ts';
import { hexadecimal } from './hexadecimal.ts';
import { trajectoryOf, type WrittenMessage } from './trajectory.ts';
import { VECTOR_CASES, type VectorCase } from './vectorCases.ts';
import { INITIAL, listedObservations, VECTOR_PROBLEM } from './vectorProblem.ts';

export const VECTOR_FORMAT = 'fedsa-vectors/1';

/** Doubles twice: a program that reads both can check that it reads every bit. */
interface WrittenVector {
  readonly decimal: readonly (number | null)[];
  readonly hexadecimal: readonly string[];
}

const written = (vector: ArrayLike<number>): WrittenVector => ({
  decimal: Array.from(vector),
  hexadecimal: Array.from(vector, hexadecimal),
});

/** A(s) or b(s) of each state. */
const byState = (all: Vector, states: number): readonly WrittenVector[] =>
  Array.from({ length: states }, (_, s) =>
    written(all.subarray((s * all.length) / states, ((s + 1) * all.length) / states)),
  );

const built = buildProblem(VECTOR_PROBLEM);
const solution = solveProblem(built);

function writtenProblem(): object {
  const observations = listedObservations();
  return {
    dimension: VECTOR_PROBLEM.dimension,
    initial: written(INITIAL),
    root: written(solution.root!),
    agents: VECTOR_PROBLEM.agents.map(({ A, b, transition, states }, agent) => ({
      transition: byState(transition, states),
      A: byState(A, states),
      b: byState(b, states),
      observations: observations.map((stream) => stream[agent]),
    })),
  };
}

const writtenMessage = ({ vectors, ...head }: WrittenMessage): object => ({
  ...head,
  vectors: Object.fromEntries(Object.entries(vectors).map(([field, vector]) => [field, written(vector)])),
});

/** E ‖θ̄_t − θ*‖² from the start on, or why there is none. */
function exactCurve({ algorithm, trigger, schedule }: VectorCase): object {
  if (schedule.kind !== 'everyone')
    return {
      reason: 'the vectors give who answers when, and the curve is of runs in which all agents take part',
    };
  const rounds = Array.from({ length: schedule.rounds + 1 }, (_, round) => round);
  const run = { trigger, sampling: 'markov', initial: INITIAL } as const;
  const errors = exactErrors(built, solution, run, algorithm, rounds);
  if (errors.kind === 'refused') return { reason: errors.reason };
  return { rounds, meanSquare: written(errors.meanSquare), biasSquare: written(errors.biasSquare) };
}

function writtenCase(vectorCase: VectorCase): object {
  const { name, algorithm, trigger, schedule } = vectorCase;
  const { name: algorithmName, ...parameters } = algorithm;
  const { theta, messages } = trajectoryOf(vectorCase);
  const { title, source } = algorithmOf(algorithm);
  return {
    ...{ name, algorithm: algorithmName, title, source, parameters, trigger, schedule },
    theta: theta.map(written),
    exactCurve: exactCurve(vectorCase),
    messages: messages.map(writtenMessage),
  };
}

/** The text of the file: a line a case. */
export function vectorText(): string {
  const cases = VECTOR_CASES.map((vectorCase) => JSON.stringify(writtenCase(vectorCase)));
  const problem = JSON.stringify(writtenProblem());
  return `{"format":"${VECTOR_FORMAT}","problem":${problem},"cases":[\n${cases.join(',\n')}\n]}\n`;
}
