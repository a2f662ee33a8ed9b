/** Moments with at most one or two chain factors, round by round: the mean over gaps of the stages of each. */
import type { Matrix } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { LevelStage } from './levelStage.ts';
import { changeOf, type Tables, tablesAt, weightedSum } from './tables.ts';

/** One of the gaps that a round may have, with its probability. */
export interface GapStages {
  readonly weight: number;
  readonly stages: readonly LevelStage[];
}

/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;
/** The same below which rounds that change less and less are seen to contract. */
const CONTRACTING = 1e-6;

/** Tables now, and what rounds make of them. */
export class LevelRounds {
  readonly #gaps: readonly GapStages[];
  /** what the last round changed */
  #change = Infinity;
  /** whether a round changes nothing any more */
  settled = false;
  /** whether the rounds show that they contract: changes go by the same linear map as the moments */
  contracts = false;
  /** rounds so far, up to that from which on all are the same */
  count = 0;
  /** now */
  tables: Tables;

  /**
   * @param initial - X at the start, with its constant
   * @param level - whether pairs are followed, where the stages have functions for them
   */
  constructor(gaps: readonly GapStages[], initial: Vector, level: 1 | 2) {
    this.#gaps = gaps;
    const { agents, multiplicity } = gaps[0]!.stages[0]!;
    const expectations = agents.map(({ agent, functions: { values, columns } }) => {
      const { start } = agent.pass.chain;
      return Array.from({ length: columns - 1 }, (_, a) =>
        start.reduce((sum, p, s) => sum + p * values[s * columns + a + 1]!, 0),
      );
    });
    const counts = level === 1 ? [] : agents.map(({ r }) => r);
    this.tables = tablesAt(initial, expectations, multiplicity, counts);
  }

  /** A round's first stage, which begins by the functions of the tables. */
  get stage(): LevelStage {
    return this.#gaps[0]!.stages[0]!;
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    this.count++;
    const before = this.tables;
    this.tables = this.image(before);
    const change = changeOf(before, this.tables);
    this.settled = change <= SETTLED;
    this.contracts = change <= CONTRACTING && change < this.#change;
    this.#change = change;
  }

  /** What a round makes of tables: linear in them. */
  image(before: Tables): Tables {
    return this.#averaged(before, (stage, tables) => stage.after(tables));
  }

  /** The same of tables of first moments. */
  meanImage(before: Tables): Tables {
    return this.#averaged(before, (stage, tables) => stage.meansAfter(tables));
  }

  #averaged(before: Tables, after: (stage: LevelStage, tables: Tables) => Tables): Tables {
    return weightedSum(
      this.#gaps.map(({ weight, stages }) => ({
        weight,
        tables: stages.reduce((tables, stage) => after(stage, tables), before),
      })),
    );
  }

  /** E[X Xᵀ] before each stage of a round of a gap, and after the last. */
  covariances({ stages }: GapStages, before = this.tables): Matrix[] {
    const passed = [before];
    for (const stage of stages) passed.push(stage.after(passed.at(-1)!));
    return passed.map(({ all }) => all);
  }
}
