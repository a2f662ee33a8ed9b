/** A thread that takes part in the calls of a team. It has no agents, and loads nothing but the kernels' program. */
import { instantiateAt } from '../agent/kernelProgram.ts';
import {
  ABSENT,
  ASLEEP,
  FAILED,
  INVITED,
  READY,
  STOPPED,
  type TeamMemory,
  TeamView,
  WORKING,
} from './teamMemory.ts';

/** Take part in calls until stopped. */
export interface MemberTask {
  readonly program: WebAssembly.Module;
  /** the caller's */
  readonly kernelMemory: WebAssembly.Memory;
  /** address of the member's own workspace there */
  readonly workspace: number;
  readonly team: TeamMemory;
  /** its number, from 1 on */
  readonly member: number;
}

/** Time, in ms, for which a member polls for the next call before it sleeps: waking it takes as long as a short round. */
const LOOKOUT = 0.1;
/** Looks between two at the clock. */
const LOOKS = 1000;

/** Task: takes part until stopped. */
export function takePart({ program, kernelMemory, workspace, team, member }: MemberTask): void {
  const view = new TeamView(team, instantiateAt(program, kernelMemory, workspace));
  view.change(member, ABSENT, READY);
  for (;;) {
    const state = awaited(view, member);
    if (state === STOPPED) return;
    if (view.change(member, INVITED, WORKING) !== INVITED) continue;
    try {
      view.work(member);
    } catch (error) {
      view.finish(member, FAILED);
      throw error;
    }
    view.finish(member, READY);
  }
}

/** Waits until the member is invited or to stop, or may be. */
function awaited(view: TeamView, member: number): number {
  const until = performance.now() + LOOKOUT;
  do {
    for (let look = 0; look < LOOKS; look++) {
      const state = view.stateOf(member);
      if (state === INVITED || state === STOPPED) return state;
    }
  } while (performance.now() < until);
  if (view.change(member, READY, ASLEEP) === READY) view.sleep(member);
  return view.stateOf(member);
}
