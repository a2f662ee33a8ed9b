/** A scenario as a user writes it, with an operator and a stream of his own, in one TypeScript file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Four agents in one dimension: x ← x/2 + N(0, 1) around the agent's own level, and
 * `G(θ, x) = level + x − θ`, whose mean has the root level = agent number; θ* = 1.5.
 *
 * @param trouble - statements at the head of the operator; `call` counts the agent's calls there
 */
export function writeUserScenario(folder: string, trouble = '', name = 'mine.ts'): void {
  writeFileSync(
    join(folder, name),
    `import { scenario, type UserAgentFactory } from 'fedsa';
import { isMainThread } from 'node:worker_threads';

interface Options {
  readonly step: number;
}

export const listener: UserAgentFactory = ({ agent, options }) => {
  const { step } = options as Options;
  let call = 0;
  return {
    stream: {
      initial: (generator) => generator.normal(),
      next: (x: number, generator) => x / 2 + generator.normal(),
      independent: (generator) => generator.normal() * Math.sqrt(4 / 3),
    },
    operator(theta, x: number, out) {
      call += 1;
      ${trouble}
      out[0] = step * agent + x - theta[0]!;
    },
    mean: { kind: 'linear', A: Float64Array.of(1), b: Float64Array.of(step * agent) },
  };
};

void isMainThread;

export default scenario({
  name: 'mine',
  title: 'My own operator',
  question: 'Does it run?',
  problem: {
    kind: 'module',
    module: import.meta.url,
    export: 'listener',
    agents: 4,
    dimension: 1,
    options: { step: 1 },
  },
  stepSize: 0.05,
  localSteps: 5,
  rounds: 400,
});
`,
  );
}
