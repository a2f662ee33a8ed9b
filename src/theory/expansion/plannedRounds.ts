/** What the moments of rounds are followed along. */
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import type { WeightedGap } from '../moments/gaps.ts';
import type { StepNodes } from './stepNodes.ts';

/** Rounds of one program. */
export interface RoundPlan {
  readonly program: RoundProgram;
  readonly gaps: readonly WeightedGap[];
  readonly steps: StepNodes;
  readonly dimension: number;
  readonly agents: number;
}
