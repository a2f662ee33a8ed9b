/** Work of one agent, and the share of it that was wasted. */
import type { WorkDone } from '../../src/protocol/workDone.ts';

/** Counts of one agent; the names are those of {@link WorkDone}. */
export class AgentWork implements WorkDone {
  dispatches = 0;
  localSteps = 0;
  bytes = 0;
  late = 0;
  lost = 0;
  givenUp = 0;
  wastedSteps = 0;
  wastedBytes = 0;

  taken(localSteps: number): void {
    this.dispatches++;
    this.localSteps += localSteps;
  }

  gaveUp(localSteps: number): void {
    this.givenUp++;
    this.wastedSteps += localSteps;
  }

  /** An answer did not come, or not in time. */
  wasted(how: 'late' | 'lost', localSteps: number, bytes: number): void {
    this[how]++;
    this.wastedSteps += localSteps;
    this.wastedBytes += bytes;
  }
}
