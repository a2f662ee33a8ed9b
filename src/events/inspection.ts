/**
 * The inspection stream: everything that an observer of a run can know, as one union. Recorder,
 * progress and report read this stream and nothing else.
 */
import type { Message } from '../algorithms/message.ts';
import type { Vector } from '../maths/vector.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { AgentAccount, StalenessCount } from './agentAccount.ts';
import type { Intervention } from '../configuration/intervention.ts';
import type { PlacementName } from '../configuration/configuration.ts';
import type { TimedCounts } from './timedCounts.ts';
import type { Replication } from '../configuration/replications.ts';

/** Placement of a run's agents. */
export interface ResolvedPlacement {
  readonly name: PlacementName;
  readonly threads: number;
  /** what a thread hosts: agents of one replication, or whole replications one after another */
  readonly unit: 'agents' | 'replications';
  /** of a cluster: who hosts the agents, in agent order */
  readonly workers?: readonly string[];
}

/** How a replication ended. */
export type Outcome = Ending & TimedCounts;

type Ending =
  | {
      readonly kind: 'completed';
      readonly rounds: number;
      readonly steps: number;
      /** set where a rule ended it */
      readonly stopped?: true;
    }
  | { readonly kind: 'diverged'; readonly round: number; readonly steps: number }
  | { readonly kind: 'interrupted'; readonly rounds: number; readonly steps: number }
  | {
      /** nothing can happen any more: an update that the server waits for will never come */
      readonly kind: 'stalled';
      readonly rounds: number;
      readonly steps: number;
      /** agents that the server waits for, ascending */
      readonly waitingFor: readonly number[];
    };

/** A recorded round. */
export interface RecordedRound {
  readonly record: RoundRecord;
  /** θ̄_t, `[d]` */
  readonly theta: Vector;
  /** the Polyak–Ruppert average `[d]`, where there is one yet */
  readonly average: Vector | undefined;
}

/** Asked at each recorded round, the start included, whether the replication ends there. */
export type StopRule = (replication: Replication, round: RecordedRound) => boolean;

/** Activity of an agent. */
export type Activity = 'computing' | 'sending' | 'waiting' | 'away';

/** Why a message that was not lost was not used. */
export type UnusedReason =
  /** the agent had crashed since it was sent, or was away with a crash */
  | 'undeliverable'
  /** the agent had a newer one, or crashed with it unread */
  | 'unread'
  /** a second copy of one that has arrived */
  | 'duplicate'
  /** of a round, or an exchange, that is over, or staler than the policy takes */
  | 'late';

/**
 * An event between the actors of a timed run, where the run is traced or verified; `applied` also where updates are asked
 * for, and `account` always, at its end.
 */
export type TimedEvent =
  | {
      readonly kind: 'message';
      readonly from: 'server' | 'agent';
      readonly agent: number;
      /** number of the dispatch that the message is or answers; `undefined` for a notice */
      readonly dispatch: number | undefined;
      /** a copy, the observer's to keep */
      readonly content: Message;
      readonly sent: number;
      /** when it arrives or would have, in seconds */
      readonly arrives: number;
      readonly lost: boolean;
      /** whether it is the second copy of a message */
      readonly copy: boolean;
      readonly bytes: number;
    }
  /** what became of a message that was not lost, where it was not taken in */
  | {
      readonly kind: 'unused';
      readonly from: 'server' | 'agent';
      readonly agent: number;
      readonly dispatch: number | undefined;
      readonly reason: UnusedReason;
      readonly time: number;
    }
  | {
      readonly kind: 'activity';
      readonly agent: number;
      readonly activity: Activity;
      /** of the dispatch, where there is one */
      readonly dispatch: number | undefined;
      readonly from: number;
      readonly to: number;
    }
  /** the agent takes a dispatch up; its observations are used up from here on */
  | { readonly kind: 'taken'; readonly agent: number; readonly dispatch: number; readonly time: number }
  /** the agent has crashed, or is there again with all state lost but its stream */
  | { readonly kind: 'crashed' | 'returned'; readonly agent: number; readonly time: number }
  | {
      readonly kind: 'applied';
      readonly agent: number;
      readonly dispatch: number;
      /** when the server sent the dispatch, the agent took it up, and the answer came, in seconds */
      readonly sent: number;
      readonly takenUp: number;
      readonly arrived: number;
      readonly localSteps: number;
      /** of the answer */
      readonly bytes: number;
      /** in server steps */
      readonly staleness: number;
      readonly weight: number;
      /** server steps before the one that took it in */
      readonly version: number;
      readonly time: number;
    }
  /** the replication is over: what it comes to for each agent, in agent order, up to this time */
  | {
      readonly kind: 'account';
      readonly agents: readonly AgentAccount[];
      /** by agent, then by staleness */
      readonly staleness: readonly StalenessCount[];
      readonly time: number;
    };

/** An event as it happened on the wall clock: enough to have it happen again. */
export interface ClockEvent {
  /** number of the event, in the order in which events were scheduled, from 0 */
  readonly event: number;
  /** seconds from the replication's start at which it happened */
  readonly time: number;
  /** the time for which it was scheduled; of a result, when the work would have been done by the model */
  readonly due: number;
  /** −1 for the server's own */
  readonly agent: number;
}

/** An event of a record; when it was due, where that is to come out again. */
export type RecordedEvent = Omit<ClockEvent, 'due'> & Partial<Pick<ClockEvent, 'due'>>;

export type Inspection =
  | {
      readonly kind: 'placed';
      readonly placement: ResolvedPlacement;
      /** why there, in words; `undefined` where that was asked for */
      readonly why: string | undefined;
    }
  | {
      readonly kind: 'progressed';
      /** rounds done and to do, over all replications; to do Infinity where it is not known */
      readonly rounds: number;
      readonly totalRounds: number;
      /** how much of all replications is done; only of runs with limits */
      readonly share?: number;
      /** of the latest recorded round; NaN where θ* is not known */
      readonly error: number;
      /** agents' threads, while they start */
      readonly threads?: { readonly started: number; readonly all: number };
    }
  | { readonly kind: 'replicationStarted'; readonly replication: Replication }
  | {
      readonly kind: 'roundRecorded';
      readonly replication: Replication;
      readonly record: RoundRecord;
      /** θ̄_t, `[d]`; a copy that the observer may keep */
      readonly theta: Vector;
      /** the Polyak–Ruppert average so far, where one is kept */
      readonly average: Vector | undefined;
    }
  /** a replication was stepped through by hand, and this is what was done to messages of it and of those before; all else of it comes afterwards */
  | { readonly kind: 'intervened'; readonly interventions: readonly Intervention[] }
  /** a worker was lost: the replication begins again on those that are left, and what was reported of it stays so */
  | { readonly kind: 'hostLost'; readonly replication: Replication; readonly why: string }
  | { readonly kind: 'replicationEnded'; readonly replication: Replication; readonly outcome: Outcome }
  | { readonly kind: 'timed'; readonly replication: Replication; readonly event: TimedEvent }
  /** reported before anything that comes of it; on the wall clock only */
  | { readonly kind: 'clocked'; readonly replication: Replication; readonly event: ClockEvent };
