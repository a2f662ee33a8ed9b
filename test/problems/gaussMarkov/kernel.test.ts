/** The kernel of quadratics with Gauss–Markov noise against its reference, bit for bit. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { zigguratEdges, zigguratInside, zigguratNormal } from '../../../src/maths/normal.ts';
import { gaussMarkovQuadratic } from '../../../src/problems/gaussMarkov/family.ts';
import { GaussMarkovOperator } from '../../../src/problems/gaussMarkov/operator.ts';
import { GENERATOR, NOISE } from '../../../src/kernels/gaussMarkov/layout.ts';
import type { GaussMarkovQuadraticSpecification } from '../../../src/problems/specification.ts';
import { CIRCUMSTANCES, PlacedProblem } from '../../kernels/callSequence.ts';
import { KernelAgents } from '../../kernels/kernelAgents.ts';
import { specimen } from '../../oracles/specimens.ts';

const BASE: GaussMarkovQuadraticSpecification = specimen('gauss-markov-quadratic', {
  dimension: 4,
  noiseVariance: 0.3,
  noiseSpectralRadius: 0.9,
  curvature: 'non-convex',
  offsetScale: 2,
  initialNoise: 'stationary',
});
/** the generator's words and z */
const streamOf = (d: number) => [[GENERATOR, GENERATOR + 16] as const, [NOISE, NOISE + 8 * d] as const];

const DIMENSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

describe.each(CIRCUMSTANCES)('$sampling, stride $stride', (circumstances) => {
  test.each(DIMENSIONS)('three agents, d = %i', (dimension) => {
    for (const initialNoise of ['zero', 'stationary'] as const) {
      const problem = gaussMarkovQuadratic.build({ ...BASE, dimension, initialNoise });
      new PlacedProblem(problem, circumstances, streamOf(dimension)).goThrough(0.05);
    }
  });
});

test.each(['markov', 'iid'] as const)('d = 50 and 51, %s', (sampling) => {
  for (const dimension of [50, 51]) {
    const problem = gaussMarkovQuadratic.build({ ...BASE, dimension, agents: 1 });
    new PlacedProblem(problem, { sampling, stride: 1 }, streamOf(dimension)).goThrough(0.02);
  }
});

test.each(DIMENSIONS)('what diverges does so in the same places, d = %i', (dimension) => {
  const problem = gaussMarkovQuadratic.build({ ...BASE, dimension });
  const placed = new PlacedProblem(problem, CIRCUMSTANCES[0]!, streamOf(dimension), 3, 1e150);
  expect(placed.diverge(1e4)).toBe(true);
});

test('without noise z stays 0, and under i.i.d. sampling it is drawn as 0', () => {
  const problem = gaussMarkovQuadratic.build({ ...BASE, noiseVariance: 0 });
  for (const circumstances of CIRCUMSTANCES) {
    new PlacedProblem(problem, circumstances, streamOf(4)).goThrough(0.05);
  }
});

/** A = 0, b = 0, Q = 0 and σ = 1: the values are the normal draws themselves. */
function pureNoise(d: number, role: string): GaussMarkovOperator {
  const zero = new Float64Array(d * d);
  const mean = { kind: 'linear', A: zero, b: new Float64Array(d) } as const;
  const noise = { Q: zero, scale: 1, stationaryFactor: undefined };
  return new GaussMarkovOperator(d, mean, noise, generatorFor(2, role), false, false);
}

test('of 60,000 normal draws every one is the same, from the tail and from beside the layers, too', () => {
  const [d, steps] = [600, 100];
  const agents = new KernelAgents(() => pureNoise(d, 'draws'), 1);
  for (let k = 0; k < steps; k++) {
    agents.advance(0, false, 1);
    agents.peek();
    agents.expectSameBits();
  }

  // what those draws went through, seen on the reference
  const generator = generatorFor(2, 'draws');
  const seen = { tail: 0, tailAgain: 0, accepted: 0, rejected: 0 };
  let [layers, uniforms] = [0, 0];
  const source = {
    uint32: () => {
      layers++;
      return generator.uint32();
    },
    uniform: () => {
      uniforms++;
      return generator.uniform();
    },
  };
  for (let k = 0; k < d * steps; k++) {
    [layers, uniforms] = [0, 0];
    const x = zigguratNormal(source);
    if (Math.abs(x) > zigguratEdges[1]!) {
      seen.tail++;
      if (uniforms > 3 && layers === 1) seen.tailAgain++;
    } else if (layers > 1) seen.rejected++;
    else if (uniforms === 2) seen.accepted++;
  }
  // P(|x| > 3.4426) = 5.76e-4, so 35 are expected; about 1.2 draws of 100 come from beside the layers
  expect(seen.tail).toBeGreaterThan(10);
  expect(seen.tailAgain).toBeGreaterThan(0);
  expect(seen.accepted).toBeGreaterThan(100);
  expect(seen.rejected).toBeGreaterThan(100);
});

test('the tables that the kernel is given are those of the draws', () => {
  expect(zigguratEdges).toHaveLength(129);
  for (let layer = 0; layer < 128; layer++) {
    expect(zigguratInside[layer]).toBe(zigguratEdges[layer + 1]! / zigguratEdges[layer]!);
  }
});
