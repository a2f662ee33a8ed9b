/** Small problems and runs for the tests of timed actors. */
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { RoundRecord } from '../../../src/measurement/metrics/roundRecord.ts';
import type { Inspection, Outcome, TimedEvent } from '../../../src/events/inspection.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

/** M agents that differ, d = 2. */
export const agentsThatDiffer = (agents: number): ProblemSpecification =>
  specificationOf(randomProblem(agents, 2, 11));

export const threeAgents = agentsThatDiffer(3);

/** The one replication of a timed run: what was recorded, and what happened between its actors. */
export interface TimedStory {
  readonly records: RoundRecord[];
  readonly thetas: number[][];
  readonly events: TimedEvent[];
  /** in the order told, recorded rounds and what happened */
  readonly all: Inspection[];
  outcome: Outcome | undefined;
}

/** Runs one replication to its end and keeps all that was told of it. */
export async function storyOf(
  specification: ProblemSpecification,
  configuration: RunConfiguration,
  built = buildProblem(specification),
): Promise<TimedStory> {
  const story: TimedStory = { records: [], thetas: [], events: [], all: [], outcome: undefined };
  const experiment = { specification, problem: built, answer: solveProblem(built), configuration };
  await new Promise<void>((resolve, reject) => {
    runExperiment(experiment).subscribe({
      next: (event) => {
        story.all.push(event);
        if (event.kind === 'roundRecorded') {
          story.records.push(event.record);
          story.thetas.push([...event.theta]);
        } else if (event.kind === 'timed') story.events.push(event.event);
        else if (event.kind === 'replicationEnded') story.outcome = event.outcome;
      },
      error: reject,
      complete: resolve,
    });
  });
  return story;
}

/** The events of one kind. */
export function eventsOf<K extends TimedEvent['kind']>(
  story: { readonly events: readonly TimedEvent[] },
  kind: K,
): Extract<TimedEvent, { readonly kind: K }>[] {
  return story.events.filter(
    (event): event is Extract<TimedEvent, { readonly kind: K }> => event.kind === kind,
  );
}
