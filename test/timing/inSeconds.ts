/** An agent's timing as a test in seconds asks it. */
import { agentTiming, type AgentTiming } from '../../src/timing/agentTiming.ts';
import { secondsOf, ticksOf } from '../../src/values/ticks.ts';

/** Half a tick and a rounding: what one duration may differ by from what was drawn. */
export const HALF_A_TICK = 0.501e-9;

/** {@link agentTiming} with all times in seconds. */
export function timingInSeconds(...given: Parameters<typeof agentTiming>): AgentTiming {
  const timing = agentTiming(...given);
  const { crashes } = timing;
  return {
    ...timing,
    computing: (localSteps) => secondsOf(timing.computing(localSteps)),
    working: (seconds) => {
      const { localSteps, duration } = timing.working(seconds);
      return { localSteps, duration: secondsOf(duration) };
    },
    downlink: (bytes) => secondsOf(timing.downlink(bytes)),
    uplink: (bytes) => secondsOf(timing.uplink(bytes)),
    secondUplink: (bytes) => secondsOf(timing.secondUplink(bytes)),
    isThere: (time) => timing.isThere(ticksOf(time)),
    availableFrom: (time) => secondsOf(timing.availableFrom(ticksOf(time))),
    endOfWork: (time, duration) => secondsOf(timing.endOfWork(ticksOf(time), ticksOf(duration))),
    absences: (from, to) =>
      timing
        .absences(ticksOf(from), ticksOf(to))
        .map((absence) => ({ from: secondsOf(absence.from), to: secondsOf(absence.to) })),
    crashes: crashes && {
      at: secondsOf(crashes.at),
      returns: crashes.returns === undefined ? undefined : secondsOf(crashes.returns),
    },
  };
}
