/**
 * The successor of a state: compact alias tables against a search in cumulative probabilities.
 *
 * Ceiling: memory, as soon as the tables of all agents outgrow the cache; here one agent's tables
 * stay in it, and the chain of loads (row, slot, successor) and one random word are what is left.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, processor time, medians of turns):
 * 26 ns in both problems, the word included; bisection 66 ns with 100 states, 33 ns with 30.
 */
import { aliasTable } from '../../src/maths/aliasTable.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import type { ChainLaw } from '../../src/problems/operator.ts';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { compare, nanosecondsEach } from '../harness/compare.ts';
import { assertMean } from '../harness/sameWork.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { GARNET, LINEAR_FEATURES } from '../problems/specifications.ts';

const DRAWS_CHECKED = 200_000;
const TWO_POW_MINUS_32 = 1 / 4_294_967_296;

/** Successors by bisection in the running sums of each row. */
class CumulativeTable {
  readonly #sums: Float64Array;
  readonly #columns: number;

  constructor({ transition, states }: ChainLaw) {
    this.#columns = states;
    this.#sums = new Float64Array(states * states);
    for (let r = 0; r < states; r++) {
      let sum = 0;
      for (let c = 0; c < states; c++) this.#sums[r * states + c] = sum += transition[r * states + c]!;
    }
  }

  draw(row: number, word: number): number {
    const u = word * TWO_POW_MINUS_32;
    const from = row * this.#columns;
    let low = 0;
    let high = this.#columns - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (u < this.#sums[from + middle]!) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Asserts that a table draws every successor of a state with its probability. */
function checkLaw(
  name: string,
  chain: ChainLaw,
  row: number,
  draw: (row: number, word: number) => number,
): void {
  const generator = generatorFor(1, 'bench', 'law');
  const drawn = Float64Array.from({ length: DRAWS_CHECKED }, () => draw(row, generator.uint32()));
  for (let c = 0; c < chain.states; c++) {
    const p = chain.transition[row * chain.states + c]!;
    const hits = drawn.map((successor) => (successor === c ? 1 : 0));
    assertMean(`${name}, ${row} → ${c}`, hits, p, Math.sqrt(p * (1 - p)));
  }
}

async function versus(title: string, chain: ChainLaw, effort: Effort): Promise<Table> {
  const alias = aliasTable(chain.transition, chain.states, chain.states);
  const cumulative = new CumulativeTable(chain);
  checkLaw('alias', chain, 3, (row, word) => alias.draw(row, word));
  checkLaw('cumulative', chain, 3, (row, word) => cumulative.draw(row, word));
  const generator = generatorFor(1, 'bench', 'draws');
  const contenders = [
    nanosecondsEach(
      'AliasTable.draw, along the chain',
      (count) => {
        let state = 0;
        for (let k = 0; k < count; k++) state = alias.draw(state, generator.uint32());
        return state;
      },
      effort,
    ),
    nanosecondsEach(
      'bisection in cumulative sums',
      (count) => {
        let state = 0;
        for (let k = 0; k < count; k++) state = cumulative.draw(state, generator.uint32());
        return state;
      },
      effort,
    ),
  ];
  return {
    title,
    unit: 'ns a draw',
    rows: await compare(contenders, effort.repetitions),
    checked: `each successor of a state has its probability, in ${DRAWS_CHECKED} draws within 5 standard deviations`,
    notes: [],
  };
}

const aliasDraw: Benchmark = {
  name: 'frequent/aliasDraw',
  question: 'what does the next state of a finite chain cost, the random word included?',
  run: async (effort) => [
    await versus('100 states, dense rows', buildProblem(LINEAR_FEATURES).agent(0).chain!, effort),
    await versus('30 states, up to 4 successors', buildProblem(GARNET).agent(0).chain!, effort),
  ],
};
export default aliasDraw;
