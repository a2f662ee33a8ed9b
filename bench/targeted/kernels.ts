/**
 * A local step in each family's WebAssembly kernel against its reference in TypeScript: 16 agents, 64
 * steps a call, tables in the cache. The kernel is given the agents all in one call, which it takes in
 * turns among each other, and one agent a call.
 *
 * Ceiling: the chain of operations that one agent's step must wait for, 3 to 4 cycles each, as long as an
 * agent is alone: `d/2 + 9` of them for TD(0) (products, additions of two lanes, their sum, the temporal
 * difference, the move of θ), 13 at d = 8 and 34 at d = 50: 10 to 15 ns and 30 to 40 ns at 3 to 4 GHz. With
 * several agents in turns the chains overlap, and what is left is the number of instructions: 7d/2 of two lanes
 * and some 30 for the draw, four a cycle: 15 cycles at d = 8 and 50 at d = 50, 5 and 15 ns. A matrix
 * (linear families) has d² products, 64 at d = 8: 64 instructions of two lanes, additions included, 5 ns.
 * A normal number (Gauss–Markov noise, d of them a step) takes 5 to 10 ns, an exponential or a logarithm
 * 10 to 20, and those stay JavaScript's own functions, for the same bits.
 */
import { instantiate, loadKernels } from '../../actors/agent/kernelProgram.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import { hasKernel, writeRecord } from '../../src/problems/operators/kernelOperator.ts';
import { THETA } from '../../src/kernels/recordLayout.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { compare, nanosecondsEach } from '../harness/compare.ts';
import { FAMILY_AGENTS, FAMILY_CASES, type FamilyCase } from '../problems/families.ts';

const SEED = 1;
const STEP_SIZE = 0.01;
/** In a call; with the agents a power of two, as the counts of repetitions are. */
const STEPS = 64;

/** Agents with their models, and a way to let each of them take some steps. */
interface Side {
  readonly models: readonly Float64Array[];
  /** θ ← θ + η (G(θ, o) + c), so many times, for all agents */
  readonly advance: (steps: number) => void;
}

const operatorsOf = ({ specification, sampling }: FamilyCase): LocalOperator[] => {
  const problem = buildProblem(specification);
  return Array.from({ length: FAMILY_AGENTS }, (_, agent) => problem.agent(agent).operator(sampling, SEED));
};

function referenceSide(familyCase: FamilyCase): Side {
  const operators = operatorsOf(familyCase);
  const models = operators.map(({ dimension }) => new Float64Array(dimension));
  return {
    models,
    advance: (steps) => {
      for (const [agent, operator] of operators.entries())
        operator.advance(models[agent]!, STEP_SIZE, undefined, steps);
    },
  };
}

/** @param together - whether all agents go into one call */
function kernelSide(familyCase: FamilyCase, program: WebAssembly.Module, together: boolean): Side {
  const memory = new KernelMemory();
  const advance = instantiate(program, memory)[`${familyCase.family}_advance`];
  const list = memory.allocate(4 * FAMILY_AGENTS);
  const models = operatorsOf(familyCase).map((operator, agent) => {
    if (!hasKernel(operator) || operator.family !== familyCase.family)
      throw new Error(`${familyCase.title}: not of the family ${familyCase.family}`);
    const { dimension } = operator;
    const address = memory.allocate(operator.recordBytes);
    const record = writeRecord(memory, address, `agent/${agent}/0`, operator);
    const theta = memory.allocate(8 * dimension);
    memory.uint32(record + THETA, 1)[0] = theta;
    memory.uint32(list, FAMILY_AGENTS)[agent] = record;
    return memory.float64(theta, dimension);
  });
  return {
    models,
    advance: (steps) => {
      if (together) advance(list, FAMILY_AGENTS, STEP_SIZE, 0, steps, 1);
      else
        for (let agent = 0; agent < FAMILY_AGENTS; agent++)
          advance(list + 4 * agent, 1, STEP_SIZE, 0, steps, 1);
    },
  };
}

/** Asserts that every model has the bits of the reference's after the same steps. */
function assertSameBits(title: string, sides: readonly Side[]): string {
  const steps = [1, 2, 61, 100];
  for (const count of steps) for (const side of sides) side.advance(count);
  const [reference, ...kernels] = sides;
  for (const { models } of kernels) {
    for (const [agent, model] of models.entries()) {
      const expected = reference!.models[agent]!;
      const differs = model.findIndex((value, j) => !Object.is(value, expected[j]));
      if (differs >= 0) throw new Error(`${title}: agent ${agent} differs in coordinate ${differs}`);
      if (model.every((value) => value === 0)) throw new Error(`${title}: agent ${agent} has not moved`);
    }
  }
  return `θ of ${FAMILY_AGENTS} agents, bit for bit, after ${steps.reduce((a, b) => a + b)} steps`;
}

/** V8 compiles a kernel in the background while it runs; under load that can take longer than a short sample. */
const WARMING_SAMPLES = 10;

function warmUp({ advance }: Side, { sample }: Effort): void {
  const end = performance.now() + WARMING_SAMPLES * sample;
  while (performance.now() < end) advance(STEPS);
}

async function versus(familyCase: FamilyCase, program: WebAssembly.Module, effort: Effort): Promise<Table> {
  const reference = referenceSide(familyCase);
  const together = kernelSide(familyCase, program, true);
  const alone = kernelSide(familyCase, program, false);
  const checked = assertSameBits(familyCase.title, [reference, together, alone]);
  for (const side of [reference, together, alone]) warmUp(side, effort);
  const contender = (name: string, { advance, models }: Side) =>
    nanosecondsEach(
      name,
      (count) => {
        const calls = count / (FAMILY_AGENTS * STEPS);
        for (let call = 0; call < calls; call++) advance(STEPS);
        return models[0]![0]!;
      },
      effort,
    );
  return {
    key: familyCase.title,
    title: familyCase.title,
    unit: 'ns an agent and step',
    rows: await compare(
      [
        contender(`kernel, ${FAMILY_AGENTS} agents a call`, together),
        contender('kernel, one agent a call', alone),
        contender('reference', reference),
      ],
      effort.repetitions,
    ),
    checked,
    notes: [],
  };
}

const kernels: Benchmark = {
  name: 'targeted/kernels',
  question: 'what does a local step cost in a WebAssembly kernel, and what in the reference?',
  run: async (effort) => {
    const program = loadKernels();
    if (program === undefined)
      throw new Error('there is no dist/kernels.wasm, or this machine cannot run it: node setup.mjs');
    const tables: Table[] = [];
    for (const familyCase of FAMILY_CASES) tables.push(await versus(familyCase, program, effort));
    return tables;
  },
};
export default kernels;
