import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { firstOrders } from '../../../src/theory/expansion/firstOrder.ts';
import { specimen } from '../../oracles/specimens.ts';
const log = (...x: unknown[]) => appendFileSync('/tmp/zz.txt', x.map((v) => typeof v === 'number' ? v.toPrecision(4) : v).join(' ') + '\n');
test('x', () => {
  const t0 = performance.now();
  const problem = buildProblem(specimen('logistic-regression', { agents: 6, dimension: 5, records: 60, deviation: 1, labels: 'true', regularisation: 0.1 }));
  const solution = solveProblem(problem);
  for (const [name, x] of [['local-sa', {}], ['fedhsa', {serverStepSize: 1}], ['scaffold', {serverStepSize:1}], ['richardson-romberg', { extrapolation: 'step-size', extrapolationNoise: 'independent' }]] as any) {
    const t = performance.now();
    const [law] = firstOrders(problem, solution, { algorithms: [{ name, stepSize: 0.1, ...x }] as any, sampling: 'iid', trigger: { kind: 'deterministic', localSteps: 10 }, stride: 1 } as any);
    const { memory: _, ...rest } = law as any;
    log(name, performance.now() - t, JSON.stringify(rest));
  }
}, 100000);
