/** Why a run failed, in one line: an actor, the disk, a stall, or errors that grew. */
import { keyOf } from '../algorithms/parts.ts';
import { stepSizeText } from '../algorithms/stepSize.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import {
  ActorFailure,
  ClockFailure,
  firstLine,
  HostFailure,
  InputError,
  InvariantFailure,
  OwnFailure,
} from '../values/failure.ts';
import type { AgentValues } from '../measurement/agentValues.ts';
import type { Inspection } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { type DivergingAgents, divergingText } from '../theory/stability/divergingAgents.ts';
import { countAll, countOf } from '../configuration/replications.ts';
import type { RunRecord } from '../recording/manifest.ts';
import { stepText } from '../theory/numberText.ts';
import { growthWarning } from '../theory/stability/meanSquareGrowth.ts';
import type { Prediction } from '../theory/predictions.ts';
import { scannedStep } from '../theory/stability/scannedStep.ts';
import { StrayFailure } from '../values/strayFailure.ts';
import { scientific } from '../values/numbers.ts';

/** Agents that the line about a stalled run names. */
const MOST_NAMED = 10;

/** The line that says why a run failed; `undefined` for a fault of our own. */
export function failureOf(error: unknown): string | undefined {
  if (
    error instanceof ActorFailure ||
    error instanceof OwnFailure ||
    error instanceof HostFailure ||
    error instanceof ClockFailure ||
    error instanceof InvariantFailure ||
    error instanceof StrayFailure ||
    // What the measuring thread calls of a user's module may throw at any time.
    error instanceof InputError ||
    isDiskFailure(error)
  ) {
    return firstLine(error);
  }
  return undefined;
}

/** What an event says of a replication that can go no further; the first of them is reported. */
export function stallOf(inspection: Inspection): string | undefined {
  if (inspection.kind !== 'replicationEnded' || inspection.outcome.kind !== 'stalled') return undefined;
  const { algorithm, seed } = inspection.replication;
  const { rounds, waitingFor } = inspection.outcome;
  const named = waitingFor.slice(0, MOST_NAMED).join(', ');
  const more = waitingFor.length > MOST_NAMED ? ` and ${waitingFor.length - MOST_NAMED} more` : '';
  const agents = `agent${waitingFor.length === 1 ? '' : 's'} ${named}${more}`;
  if (waitingFor.length === 0)
    return `${algorithm} with seed ${seed} stalled after round ${rounds}: no agent is at work, and the policy neither sends nor steps`;
  return `${algorithm} with seed ${seed} stalled after round ${rounds}: the server waits for ${agents}, and nothing more will come; see the timing model's dropout, crash and loss`;
}

/** The line about diverged replications; `undefined` where there are none, or they are allowed. */
export function divergence(
  runs: readonly RunRecord[],
  {
    configuration,
    predicted,
    worst,
    growing,
  }: {
    readonly configuration: RunConfiguration;
    /** of an algorithm that diverged, by its key, with its stable steps */
    readonly predicted: (algorithm: string) => Prediction | undefined;
    /** the agents with the largest errors of a replication's last recorded round, where they were recorded */
    readonly worst: (replication: Replication) => readonly AgentValues[];
    /** agents that diverge by themselves, by algorithm */
    readonly growing: () => readonly DivergingAgents[];
  },
): string | undefined {
  // Those of earlier sessions count too: asking again does not make a run better.
  const diverged = runs.filter((run) => run.state === 'diverged');
  const [first] = diverged;
  if (!first || configuration.allowDivergence) return undefined;
  const { algorithm } = first;
  const failed = configuration.algorithms.find((each) => keyOf(each) === algorithm)!;
  const { symbol, value } = scannedStep(failed);
  // A part that computes no number looks like divergence from here.
  const trial = failed.own?.file
    ? `; fedsa check ${failed.own.file.replace(/^fedsa:/, '')} tries its parts`
    : '';
  const others = countAll(diverged) - countOf(first);
  const besides = others > 0 ? ` (and ${others} more ${others === 1 ? 'replication' : 'replications'})` : '';
  const alone = growing().find((each) => each.algorithm === algorithm);
  const step = alone === undefined ? `${symbol} = ${stepSizeText(value)}` : divergingText(alone);
  return `${divergedWhere(first)}${besides}: ${step}${worstText(worst(first))}; ${adviceOf(predicted(algorithm), symbol)}${trial}; --allow-divergence accepts it`;
}

/** Agents that the line about a diverged run names. */
const MOST_WORST = 3;

/** Which agents have the largest errors. */
function worstText(worst: readonly AgentValues[]): string {
  const named = worst.slice(0, MOST_WORST).map(({ agent, error, drift }) => {
    const value = Number.isNaN(error) ? drift : error;
    return `${agent} (${scientific(value, 2)})`;
  });
  return named.length === 0 ? '' : `; largest errors: agents ${named.join(', ')}`;
}

/** What theory says of a step size that was too large. */
function adviceOf(prediction: Prediction | undefined, symbol: string): string {
  const warning = growthWarning(prediction);
  const { mean, meanSquare } = prediction?.stability ?? {};
  const parts = warning === undefined ? [] : [warning];
  if (meanSquare?.step) parts.push(`the mean square is stable up to ${symbol} = ${stepText(meanSquare)}`);
  else if (mean?.step)
    parts.push(`the mean alone is stable up to ${symbol} = ${stepText(mean)}, the mean square up to less`);
  return parts.length === 0 ? 'a smaller step size may help' : parts.join('; ');
}

/** Which replications diverged, and when. */
function divergedWhere({ algorithm, seed, lastSeed, rounds, mostRounds }: RunRecord): string {
  const seeds = lastSeed === undefined ? `seed ${seed}` : `seeds ${seed} to ${lastSeed}`;
  const when = mostRounds === undefined ? `round ${rounds}` : `rounds ${rounds} to ${mostRounds}`;
  return `${algorithm} with ${seeds} diverged in ${when}`;
}

/** The recorder's own errors: the disk is full, or the folder is gone. */
export function isDiskFailure(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && 'code' in error.cause;
}
