/**
 * Whether an algorithm's parts do what a round as data says: both are run on the same numbers, for some rounds, with
 * all agents. Operators are made up, and errors are about a point that is not 0.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { type AgentAct, pullOf, type WeightedRun } from '../../algorithms/roundProgram.ts';
import { addScaled, type Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { LinearParts, Unfollowed } from '../linearParts.ts';
import { LinearWork, type Observe } from '../linearWork.ts';
import { addProduct, column, type Matrix, matrix, multiply } from '../../maths/matrix.ts';
import { stagesOf } from './exchanges.ts';
import { placesOf } from './registers.ts';

/** Coordinates of the vectors. */
const SIZE = 3;
const ROUNDS = 6;
/** Local steps of the rounds, where they are random. */
const GAPS = [3, 1, 2, 5, 1, 4];
/** Of the largest number of a run. */
const CLOSE = 1e-9;
/** How far apart the sizes are of what is added. */
const FAR = 1e6;

/** Why parts are not read that do not do the same again. */
export const NOT_REPEATED = 'its parts draw random numbers, or remember other runs';

/** What a run is made with. */
interface Numbers {
  /** θ̄_0 `[SIZE]` */
  readonly initial: Vector;
  /** b of an agent in a round, at a stage of it `[SIZE]` */
  readonly b: (round: number, agent: number, stage: number) => Vector;
  /** the point that errors are about `[SIZE]` */
  readonly origin: Vector;
}

/** Who takes part in a round: agents by number. */
type Participants = (round: number) => readonly number[];

/** Of whom the runs are. */
export interface Asked {
  readonly algorithm: ConfiguredAlgorithm;
  readonly trigger: TriggerConfiguration;
  /** M */
  readonly agents: number;
}

/**
 * Refuses parts that do anything else than add vectors with factors.
 *
 * @throws Unfollowed with the reason
 */
export function refuseOtherParts(asked: Asked): void {
  const everyone = everyoneOf(asked.agents);
  const single = madeUp(1, 1);
  const other = madeUp(2, FAR);
  const [first, again, second, sum] = [single, single, other, summed(single, other)].map((numbers) =>
    modelsOf(asked, numbers, everyone),
  );
  if (first!.some((model, t) => model.some((x, j) => !Object.is(x, again![t]![j]!))))
    throw new Unfollowed(NOT_REPEATED);
  const added = first!.map((model, t) => model.map((x, j) => x + 2 * second![t]![j]!));
  if (!areClose(added, sum!)) throw new Unfollowed('its parts do more than add vectors with factors');
}

/** Whether rounds in which all agents take part are those of these runs. */
export function agrees(asked: Asked, runs: readonly WeightedRun[]): boolean {
  return areSame(asked, runs, everyoneOf(asked.agents));
}

/** Whether the same holds with averages over those who take part, where some do not. */
export function agreesWithSome(asked: Asked, runs: readonly WeightedRun[]): boolean {
  const { agents } = asked;
  if (agents === 1) return true;
  const count = Math.ceil(agents / 2);
  return areSame(asked, runs, (round) =>
    Array.from({ length: count }, (_, k) => (round + k) % agents).sort((a, b) => a - b),
  );
}

function areSame(asked: Asked, runs: readonly WeightedRun[], participants: Participants): boolean {
  const numbers = madeUp(3, 1);
  return areClose(modelsOf(asked, numbers, participants), programModels(asked, runs, numbers, participants));
}

const everyoneOf =
  (agents: number): Participants =>
  () =>
    Array.from({ length: agents }, (_, agent) => agent);

/** Irrational, and of no simple sums: numbers that are unlike for all that they are made of. */
const TURNS = [
  0.7548776662466927, 0.5698402909980532, 0.3247179572447461, 0.8191725133961645, 0.6710436067037893,
  0.4503087892334607,
];

function madeUp(seed: number, size: number): Numbers {
  const vector = (...at: readonly number[]): Float64Array =>
    Float64Array.from({ length: SIZE }, (_, j) => {
      const turns = [seed, j, ...at].reduce((sum, x, k) => sum + (x + 1) * TURNS[k]!, 0);
      return size * (2 * (turns % 1) - 1);
    });
  return {
    initial: vector(0),
    b: (round, agent, stage) => vector(2, round, agent, stage),
    origin: vector(1),
  };
}

/** `one + 2 other` */
function summed(first: Numbers, other: Numbers): Numbers {
  const add = (x: Vector, y: Vector): Vector => x.map((value, j) => value + 2 * y[j]!);
  return {
    initial: add(first.initial, other.initial),
    b: (...at) => add(first.b(...at), other.b(...at)),
    origin: add(first.origin, other.origin),
  };
}

function areClose(a: readonly Vector[], b: readonly Vector[]): boolean {
  const size = b.reduce((most, model) => model.reduce((all, x) => Math.max(all, Math.abs(x)), most), 0);
  return a.every((model, t) => model.every((x, j) => Math.abs(x - b[t]![j]!) <= CLOSE * size));
}

/**
 * a of an agent's operator `b − a θ`, unlike any other's; a correction moves each agent by another factor, too, or
 * corrections that sum to 0 would be seen by nobody.
 */
const slopeOf = (agent: number, j: number): number => 0.5 + ((agent * 0.6180339887 + j * 0.3) % 1);

/** What is computed on observations, instead of what there is: linear in all that it is given, and unlike for all counts. */
function computed(
  act: AgentAct,
  count: number,
  theta: Vector,
  correction: Vector | undefined,
  b: Vector,
  agent: number,
): Float64Array {
  const path = act.kind === 'step' ? act.stepSize * count : 0;
  const share = path / (1 + path);
  return Float64Array.from(theta, (x, j) => {
    const value = b[j]! - slopeOf(agent, j) * x;
    return act.kind === 'gather'
      ? count * value
      : x + share * value + path * slopeOf(agent, j) * (correction?.[j] ?? 0);
  });
}

const gapAt = (trigger: TriggerConfiguration, round: number): number =>
  trigger.kind === 'deterministic' ? trigger.localSteps : GAPS[(round - 1) % GAPS.length]!;

/** θ̄ − origin after each round, by the parts. */
function modelsOf(
  { algorithm, trigger, agents }: Asked,
  numbers: Numbers,
  participants: Participants,
): Vector[] {
  const { initial, origin, b } = numbers;
  const parts = new LinearParts({
    algorithm,
    agents,
    trigger,
    initial: Float64Array.from(initial, (x, j) => x + origin[j]!),
    fold: undefined,
  });
  const streams = Array.from({ length: agents }, () => parts.streams.map(() => new LinearWork()));
  return Array.from({ length: ROUNDS }, (_, t) => {
    const round = t + 1;
    /** by agent and piece of work, how many stretches there were */
    const stages = new Map<LinearWork, number>();
    parts.round(round, gapAt(trigger, round), participants(round), (works, agent) => {
      works.forEach((work, index) => {
        const stream = streams[agent]![index]!;
        const observe: Observe = ({ act, start, force, count }) => {
          const stage = stages.get(stream) ?? 0;
          stages.set(stream, stage + 1);
          const [from, pull] = [start.map((x, j) => x - origin[j]!), pullOf(act)];
          const beside = force?.map((x, j) => x - pull * origin[j]!);
          const end = computed(act, count, from, beside, b(round, agent, 2 * stage + index), agent);
          return act.kind === 'step' ? end.map((x, j) => x + origin[j]!) : end;
        };
        stream.perform(work, observe, () => []);
      });
    });
    return Float64Array.from(parts.server.model(), (x, j) => x - origin[j]!);
  });
}

/** The same by the runs. */
function programModels(
  { trigger, agents }: Asked,
  runs: readonly WeightedRun[],
  { initial, b }: Numbers,
  participants: Participants,
): Vector[] {
  // X = (1, server, …) of each run; what is kept of agents is of runs in which all take part
  const states: Matrix[] = runs.map(({ program }) => {
    const X = matrix(placesOf(program, SIZE, agents).keptSize, 1);
    X.values[0] = 1;
    X.values.set(initial, 1);
    return X;
  });
  return Array.from({ length: ROUNDS }, (_, t) => {
    const round = t + 1;
    const working = participants(round);
    runs.forEach(({ program, trigger: runTrigger }, index) => {
      const gap =
        runTrigger.kind === 'deterministic' && trigger.kind === 'deterministic'
          ? runTrigger.localSteps
          : gapAt(trigger, round);
      const stages = stagesOf(program, placesOf(program, SIZE, working.length), gap);
      states[index] = stages.reduce((X, { act, steps, B, E, O, local }, stage) => {
        const out = multiply(B, X);
        working.forEach((agent, k) => {
          const { values: z } = multiply(O[k]!, X);
          const [v, f] = [z.slice(0, SIZE), local.second ? z.slice(SIZE, 2 * SIZE) : undefined];
          const seen = b(round, agent, 2 * stage + index);
          const y =
            act.kind === 'step'
              ? computed(act, steps, v, f, seen, agent)
              : addScaled(v, 1, computed(act, steps, f!, undefined, seen, agent));
          addProduct(out, E[k]!, column(y));
        });
        return out;
      }, states[index]!);
    });
    return Float64Array.from({ length: SIZE }, (_, j) =>
      runs.reduce((sum, { weight }, index) => sum + weight * states[index]!.values[1 + j]!, 0),
    );
  });
}
