/** The runs of theory of a configured algorithm: from its parts, by what they do to combinations of vectors. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { algorithmOf, type ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { opensToEach } from '../../algorithms/serverTraits.ts';
import { isPlain, type WeightedRun } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { COINS, nonlinearity } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';
import { agrees, agreesWithSome, type Asked, refuseOtherParts } from './agreement.ts';
import { CHANGING } from './roundTrace.ts';
import { Unfollowed } from '../linearParts.ts';
import { tracedRuns } from './tracedProgram.ts';

const FORMED = 'its local steps are pulled or scaled, which is followed by means and moments alone';
const UNLIKE = 'its agents are not all alike';
const OPENS_TO_EACH = 'its server sends each agent another message';

/** Agents up to which a round that depends on their number is traced with all of them. */
const MOST_AGENTS = 16;
/** Agents of a comparison. */
const MOST_COMPARED = 100;
/** Parameters of an algorithm whose runs are kept: scans ask for the same ones again. */
const MOST_KEPT = 400;

type Runs = readonly WeightedRun[];

const kept = new WeakMap<Algorithm, Map<string, Runs | Unknown>>();

/**
 * The runs whose weighted sum its model is, as data: one of weight 1 of most algorithms; or why its round is not
 * known. Its step size must be constant.
 *
 * @param agents - M
 */
export function runsOf(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): Runs | Unknown {
  const runs = allRunsOf(algorithm, trigger, agents);
  if ('reason' in runs) return runs;
  if (runs.some(({ program }) => program.sent !== undefined)) return because(COINS);
  return runs.some(({ program: { act } }) => !isPlain(act)) ? because(FORMED) : runs;
}

/**
 * The same, also of an algorithm whose agents send at random, for callers that go by `sent` or by means alone, or whose steps are
 * pulled or scaled, for callers that put {@link agentsOfSteps} in the agents' place.
 */
export function allRunsOf(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): Runs | Unknown {
  const definition = algorithmOf(algorithm);
  let known = kept.get(definition);
  if (!known) kept.set(definition, (known = new Map<string, Runs | Unknown>()));
  const { name: _, key: _key, label: _label, own: _own, ...parameters } = algorithm;
  const key = JSON.stringify([parameters, trigger, agents]);
  let runs = known.get(key);
  if (!runs) {
    const where = JSON.stringify([trigger, agents]).slice(1);
    const isFirst = ![...known.keys()].some((other) => other.endsWith(where));
    runs = readOffParts({ algorithm, trigger, agents: Math.min(agents, MOST_COMPARED) }, isFirst);
    if (known.size >= MOST_KEPT) known.delete(known.keys().next().value!);
    known.set(key, runs);
  }
  return runs;
}

/** A run's round, and when it communicates: its rounds may take other numbers of observations than local steps. */
export type SingleRun = Pick<WeightedRun, 'program' | 'trigger'>;

/** The run that an algorithm is, with its parameters; or why it is none. */
export function singleRun(...asked: Parameters<typeof runsOf>): SingleRun | Unknown {
  const runs = runsOf(...asked);
  if ('reason' in runs) return runs;
  if (runs.length > 1) return because('its model is a sum of those of several runs');
  const { program, trigger } = runs[0]!;
  return { program, trigger };
}

/**
 * What is read off the parts alone.
 *
 * @param isFirst - whether nothing is known yet of the parts with other parameters
 */
export function readOffParts(asked: Asked, isFirst: boolean): Runs | Unknown {
  const { algorithm, trigger, agents } = asked;
  const saysNot = nonlinearity(algorithm);
  if (saysNot) return saysNot;
  try {
    if (isFirst) refuseOtherParts(asked);
    if (opensToEach(algorithmOf(algorithm))) return because(OPENS_TO_EACH);
    const ofTwo = tracedRuns(algorithm, trigger, 2);
    if (agrees(asked, ofTwo)) return withParticipants(asked, ofTwo);
    if (!agrees({ ...asked, agents: 2 }, ofTwo)) return { reason: CHANGING };
    if (agents > 2 && agents <= MOST_AGENTS) {
      const ofAll = tracedRuns(algorithm, trigger, agents);
      if (agrees(asked, ofAll)) return withParticipants(asked, ofAll);
    }
    return { reason: UNLIKE };
  } catch (error) {
    if (error instanceof Unfollowed) return { reason: error.message };
    throw error;
  }
}

/** Says of programs whose averages are not over those who take part that all must. */
function withParticipants(asked: Asked, runs: Runs): Runs {
  const hasOnlyAverages = runs.every(
    ({ program: { correction, evaluation } }) => correction !== 'kept' && evaluation === undefined,
  );
  if (!hasOnlyAverages || agreesWithSome(asked, runs)) return runs;
  const together = 'its server takes no plain average over the agents that take part';
  return runs.map((run) => ({ ...run, program: { ...run.program, together } }));
}
