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

/**
 * Times, in ms, for which a member polls before it sleeps. After a call: waking it takes as long as a short round. After a sleep: Linux
 * may have woken it on its caller's core, and gives it an idle one at the second clock tick or so, of 4 ms, if it still runs by then.
 * A member that soon slept again shared its caller's core for whole runs, beside an idle one.
 */
const LOOKOUT = { afterCall: 0.1, afterSleep: 10 } as const;
/** Looks between two at the clock. */
const LOOKS = 1000;

/** Task: takes part until stopped. */
export function takePart({ program, kernelMemory, workspace, team, member }: MemberTask): void {
  const view = new TeamView(team, instantiateAt(program, kernelMemory, workspace));
  view.change(member, ABSENT, READY);
  let lookout: number = LOOKOUT.afterSleep;
  for (;;) {
    const state = awaited(view, member, lookout);
    if (state === STOPPED) return;
    lookout = state === INVITED ? LOOKOUT.afterCall : LOOKOUT.afterSleep;
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
function awaited(view: TeamView, member: number, lookout: number): number {
  const until = performance.now() + lookout;
  do {
    for (let look = 0; look < LOOKS; look++) {
      const state = view.stateOf(member);
      if (state === INVITED || state === STOPPED) return state;
    }
  } while (performance.now() < until);
  if (view.change(member, READY, ASLEEP) === READY) view.sleep(member);
  return view.stateOf(member);
}
