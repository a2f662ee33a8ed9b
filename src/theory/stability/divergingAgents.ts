/** Agents whose own mean operator lets the local steps diverge, whatever the others do. */
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { isSymmetric } from '../../maths/linearAlgebra.ts';
import { identityMatrix, matrix, plus } from '../../maths/matrix.ts';
import { symmetricEigenvalues } from '../../maths/symmetricEigenvalues.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { scannedStep } from './scannedStep.ts';

export interface DivergingAgent {
  readonly agent: number;
  /** spectral radius of I − η Ā_i: by it the error grows in each local step */
  readonly factor: number;
}

/** Those of one algorithm, the fastest first. */
export interface DivergingAgents {
  /** its key in the run */
  readonly algorithm: string;
  readonly symbol: string;
  readonly step: number;
  readonly agents: readonly DivergingAgent[];
}

/** Multiplications at most: agents with larger matrices are not examined. */
const MOST_PRODUCTS = 2e9;
/** Growth by less than this is rounding. */
const ROUNDING = 1e-9;
/** Agents that a line names. */
const MOST_NAMED = 5;

/** The diverging agents of each algorithm that has some; steps of rules and step sizes of the server alone are left out. */
export function divergingAgents(
  agentMeans: readonly LinearMean[] | undefined,
  dimension: number,
  algorithms: readonly ConfiguredAlgorithm[],
): DivergingAgents[] {
  if (agentMeans === undefined || agentMeans.length * dimension ** 3 > MOST_PRODUCTS) return [];
  const known = new Map<number, readonly DivergingAgent[]>();
  return algorithms.flatMap((algorithm) => {
    const { symbol, value } = scannedStep(algorithm);
    if (typeof value !== 'number' || !(value > 0) || symbol !== 'η') return [];
    const agents = known.get(value) ?? growing(agentMeans, dimension, value);
    known.set(value, agents);
    return agents.length === 0 ? [] : [{ algorithm: keyOf(algorithm), symbol, step: value, agents }];
  });
}

/** The spectral radius; of a symmetric matrix in a fifth of the time. */
const radiusOf = (A: Float64Array, d: number): number =>
  isSymmetric(A, d) ? Math.max(...symmetricEigenvalues(A, d).map(Math.abs)) : spectralRadius(A, d);

function growing(means: readonly LinearMean[], d: number, step: number): DivergingAgent[] {
  return means
    .map(({ A }, agent) => {
      const { values } = plus(identityMatrix(d), matrix(d, d, A), -step);
      return { agent, factor: radiusOf(values, d) };
    })
    .filter(({ factor }) => factor > 1 + ROUNDING)
    .sort((a, b) => b.factor - a.factor);
}

/** `η = 0.9 lets agents 3 (by 1.7 a local step) and 7 (1.2) diverge by themselves`. */
export function divergingText({ symbol, step, agents }: DivergingAgents): string {
  const named = agents
    .slice(0, MOST_NAMED)
    .map(({ agent, factor }, k) => `${agent} (by ${factor.toPrecision(3)}${k === 0 ? ' a local step' : ''})`);
  const more = agents.length > MOST_NAMED ? ` and ${agents.length - MOST_NAMED} more` : '';
  return `${symbol} = ${step} lets ${agents.length === 1 ? 'agent' : 'agents'} ${named.join(', ')}${more} diverge by ${agents.length === 1 ? 'itself' : 'themselves'}`;
}
