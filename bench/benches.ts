/** The benches there are, in the order in which they run. */
import type { Benchmark } from './harness/benchmark.ts';

const LOADERS: readonly (() => Promise<{ readonly default: Benchmark }>)[] = [
  () => import('./frequent/uniformWord.ts'),
  () => import('./frequent/aliasDraw.ts'),
  () => import('./frequent/normalDraw.ts'),
  () => import('./targeted/localStep.ts'),
  () => import('./targeted/kernels.ts'),
  () => import('./targeted/exchange.ts'),
  () => import('./targeted/busyMachine.ts'),
  () => import('./targeted/virtualTime.ts'),
  () => import('./targeted/largeProblems.ts'),
  () => import('./simulation/linearFeatures.ts'),
  () => import('./simulation/garnet.ts'),
  () => import('./simulation/growth.ts'),
  () => import('./simulation/manyAgents.ts'),
  () => import('./simulation/ownThreads.ts'),
  () => import('./simulation/asynchronous.ts'),
  () => import('./simulation/manySeeds.ts'),
  () => import('./simulation/sweep.ts'),
  () => import('./simulation/cluster.ts'),
  () => import('./simulation/startUp.ts'),
  () => import('./simulation/theory.ts'),
];

/** Loads all of them. */
export async function allBenches(): Promise<Benchmark[]> {
  return (await Promise.all(LOADERS.map((load) => load()))).map((module) => module.default);
}

/** Whether a name on the command line means this bench: its own name, its group's, or what follows the group's. */
export const isMeant = (bench: Pick<Benchmark, 'name'>, name: string): boolean =>
  bench.name === name || bench.name.startsWith(`${name}/`) || bench.name.endsWith(`/${name}`);
