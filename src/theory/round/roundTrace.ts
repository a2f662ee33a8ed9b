/**
 * One round of an algorithm's parts with combinations of vectors instead of vectors (linearParts.ts). Two rounds go
 * before it, so that whatever agents keep has been through a whole round. Then every vector that a part keeps becomes
 * one of its own, and the third round is what it makes of those.
 *
 * Agents are alike, so that a combination is one of averages over agents and, for an agent, of what is its own less
 * the average: the two never mix.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { type AgentAct, pullOf, scalesOf, type StepScales } from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import type { LocalWork, StepForm } from '../../problems/localWork.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { Coins, Passage } from '../../maths/coins.ts';
import { LinearParts, NOT_NAMED, OutOfRoom, Unfollowed } from '../linearParts.ts';
import { LinearWork, type Observe } from '../linearWork.ts';
import { stepScales } from './stepScales.ts';
import { COINS } from '../nonlinearity.ts';

/** Why parts are not read whose rounds are other ones. */
export const CHANGING = 'its steps or factors change from round to round';

/** A combination: `all` of the averages, `own` of what an agent's are less the average. */
export interface Row {
  readonly all: Float64Array;
  readonly ofAgents: Float64Array;
}

/** What each agent computes on a stretch of observations. */
export interface TracedStage {
  /** which of its pieces of work, 0 or 1: each goes along its own observations */
  readonly work: number;
  readonly act: AgentAct;
  readonly count: number;
  readonly start: Row;
  readonly correction: Row | undefined;
}

/**
 * A round. Coordinates of a row: `all` of the server's vectors, then of the averages of agents' vectors; `own` of
 * agents' vectors; both then of the results of the round's stages, in their order.
 */
export interface RoundTrace {
  /** vectors that the server keeps */
  readonly servers: number;
  /** vectors that each agent keeps */
  readonly owns: number;
  /** what is kept in terms of what came before: `all` begins with θ̄_0; then the results of two rounds */
  readonly before: readonly Row[];
  /** by how much these results move when all models move by 1 */
  readonly shifts: readonly number[];
  /** θ̄ at the start */
  readonly model: Row;
  readonly stages: readonly TracedStage[];
  /** what is kept after the round: of the server, then of an agent */
  readonly next: readonly Row[];
  /** what each agent sends through a random map, and the factors of its error in what the server keeps */
  readonly sent: TracedPassage | undefined;
}

interface TracedPassage extends Pick<Passage, 'name' | 'secondMoment'> {
  readonly row: Row;
  readonly factors: readonly number[];
}

/** Results of one stage of all agents, or a vector that each of them keeps: where each agent's is. */
type Group = readonly number[];

/** What rows are in terms of: the server's vectors, then what all agents have. */
interface Basis {
  readonly singles: readonly number[];
  readonly groups: readonly Group[];
}

/** Vectors at once, at most. */
const MOST_VECTORS = 4096;
/** Coordinates at which scales are compared from round to round. */
const SHOWN_SCALES = 8;
/** Of coefficients that are equal. */
const ROUNDING = 1e-11;

/**
 * Traces the third round.
 *
 * @param agents - how many there are
 * @param gap - its local steps; those of the rounds before are `usual`
 * @throws Unfollowed
 */
export function traceRound(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
  gap: number,
  usual: number,
): RoundTrace {
  for (let room = 64 + 16 * agents; room <= MOST_VECTORS; room *= 2) {
    try {
      return new Tracer(algorithm, trigger, agents, room).trace(gap, usual);
    } catch (error) {
      if (!(error instanceof OutOfRoom)) throw error;
    }
  }
  throw new Unfollowed('its parts keep too many vectors');
}

/** Vectors that are kept, themselves: the server's, and each agent's. */
interface Kept {
  readonly server: Float64Array[];
  readonly ofAgents: Float64Array[][];
}

/** What an agent has sent through a random map. */
interface Sent extends Pick<Passage, 'name' | 'secondMoment'> {
  readonly x: Float64Array;
  /** coordinate of the error */
  readonly error: number;
}

/** A stage as one agent does it. */
interface OwnStage {
  readonly work: number;
  readonly act: AgentAct;
  readonly count: number;
  readonly start: Vector;
  readonly correction: Vector | undefined;
  readonly result: number;
}

class Tracer {
  readonly #agents: number;
  readonly #room: number;
  readonly #parts: LinearParts;
  /** of each agent, on each of its works */
  readonly #works: readonly (readonly LinearWork[])[];
  readonly #scales: StepScales;
  /** by agent */
  readonly #firstScales: (readonly number[])[] = [];
  #used = 0;
  /** of each agent, in the round under way */
  #stages: OwnStage[][] = [];
  /** of agents that have, in the third round */
  #sent: (Sent | undefined)[] | undefined;

  constructor(algorithm: ConfiguredAlgorithm, trigger: TriggerConfiguration, agents: number, room: number) {
    this.#agents = agents;
    this.#room = room;
    const initial = this.#unit(this.#take());
    const coins = (part: number | 'server'): Coins => this.#coins(part);
    this.#scales = (all, dimension) => stepScales(algorithm, trigger, all, dimension);
    this.#parts = new LinearParts({ algorithm, agents, trigger, initial, fold: undefined, coins });
    this.#works = Array.from({ length: agents }, () => this.#parts.streams.map(() => new LinearWork()));
  }

  trace(gap: number, usual: number): RoundTrace {
    const first = this.#round(1, usual);
    const second = this.#round(2, usual);
    const results = [...first, ...second].map(({ group }) => group);
    const shifts = [...first, ...second].map(({ act }) => (act.kind === 'step' ? 1 : 0));
    const kept = this.#kept();
    const before = this.#keptRows(kept, { singles: [0], groups: results });
    const { singles, groups: ofState } = this.#cut(kept);
    const model = this.#row(this.#parts.server.model(), undefined, { singles, groups: ofState });
    this.#sent = Array.from({ length: this.#agents }, () => undefined);
    const traced = this.#round(3, gap);
    const groups = [...ofState];
    const basis = { singles, groups };
    const stages = traced.map(({ work, act, count, starts, corrections, group }): TracedStage => {
      const start = this.#common(starts, basis);
      const correction = corrections && this.#common(corrections, basis);
      groups.push(group);
      return { work, act, count, start, correction };
    });
    const after = this.#kept();
    const [servers, owns] = [singles.length, ofState.length];
    if (after.server.length !== servers || after.ofAgents.some((ofAgent) => ofAgent.length !== owns))
      throw new Unfollowed('it keeps other vectors after one round than after another');
    const sent = this.#passage(after, basis);
    return { servers, owns, before, shifts, model, stages, next: this.#keptRows(after, basis), sent };
  }

  /** A round of all agents; its stages, each with all agents' starts, corrections and results. */
  #round(
    round: number,
    gap: number,
  ): readonly {
    readonly work: number;
    readonly act: AgentAct;
    readonly count: number;
    readonly starts: readonly Vector[];
    readonly corrections: readonly Vector[] | undefined;
    readonly group: Group;
  }[] {
    const parts = this.#parts;
    this.#stages = Array.from({ length: this.#agents }, () => []);
    const agents = [...Array(this.#agents).keys()];
    parts.round(round, gap, agents, (works, agent) => {
      works.forEach((work, index) => {
        this.#perform(work, agent, index);
      });
    });
    if (this.#works.flat().some((work) => work.kept().length > 0))
      throw new Unfollowed('it leaves an observation that it has evaluated to the next round');
    if (new Set(this.#stages.map((stages) => JSON.stringify(stages.map(workIn)))).size > 1)
      throw new Unfollowed('its agents do not all do the same work');
    return this.#stages[0]!.map(({ work, act, count, correction }, at) => {
      const all = this.#stages.map((stages) => stages[at]!);
      return {
        ...{ work, act, count },
        starts: all.map(({ start }) => start),
        corrections: correction && all.map((stage) => stage.correction!),
        group: all.map(({ result }) => result),
      };
    });
  }

  #perform(work: LocalWork, agent: number, index: number): void {
    const scale = work.kind === 'each' ? work.form?.scale : undefined;
    if (scale !== undefined) this.#mustStay(scale, agent);
    const observe: Observe = ({ act, start, force: correction, count }) => {
      const result = this.#take();
      this.#stages[agent]!.push({ work: index, act, count, start, correction, result });
      return this.#unit(result);
    };
    this.#works[agent]![index]!.perform(work, observe, this.#scales);
  }

  /** The scale of an agent's steps is the same in all rounds, as far as its first coordinates show. */
  #mustStay(scale: NonNullable<StepForm['scale']>, agent: number): void {
    const first = Array.from({ length: SHOWN_SCALES }, (_, j) =>
      typeof scale === 'number' ? scale : scale(j),
    );
    const before = (this.#firstScales[agent] ??= first);
    if (first.some((x, j) => !Object.is(x, before[j]))) throw new Unfollowed(CHANGING);
  }

  /** Stand in for the coins of a part: only what passes through a random map is followed. */
  #coins(part: number | 'server'): Coins {
    const refused = (): never => {
      throw new Unfollowed(COINS);
    };
    return {
      ...{ uniform: refused, below: refused, normal: refused },
      get expected(): boolean {
        return refused();
      },
      passes: ({ name, x, out, isUnbiased, secondMoment }) => {
        if (!isUnbiased) throw new Unfollowed(`${name} is not linear in what is sent, nor is its mean`);
        if (part === 'server') throw new Unfollowed('its server sends at random');
        out.set(x);
        if (this.#sent === undefined) return;
        if (this.#sent[part] !== undefined)
          throw new Unfollowed('its agents send at random more than once a round');
        const error = this.#take();
        out[error] = 1;
        this.#sent[part] = { name, x: Float64Array.from(x), error, secondMoment };
      },
    };
  }

  /** What agents have sent at random; takes the errors out of what is kept. */
  #passage({ server, ofAgents }: Kept, basis: Basis): TracedPassage | undefined {
    const sent = this.#sent!.flatMap((each) => each ?? []);
    if (sent.length === 0) return undefined;
    const hasErrors = (vector: Vector): boolean => sent.some(({ error }) => vector[error] !== 0);
    if (sent.length < this.#agents || ofAgents.some((vectors) => vectors.some(hasErrors)))
      throw new Unfollowed('its agents keep what they send at random, or not all of them do');
    const factors = server.map((vector) => {
      const factor = vector[sent[0]!.error]!;
      if (sent.some(({ error }) => Math.abs(vector[error]! - factor) > ROUNDING))
        throw new Unfollowed('it treats agents differently');
      for (const { error } of sent) vector[error] = 0;
      return factor;
    });
    const row = this.#common(
      sent.map(({ x }) => x),
      basis,
    );
    const { name, secondMoment } = sent[0]!;
    return { row, factors, name, secondMoment };
  }

  #kept(): Kept {
    const parts = this.#parts;
    const server = [...new Set(parts.kept())];
    const ownKept = Array.from({ length: this.#agents }, (_, agent) => [...new Set(parts.keptBy(agent))]);
    if (ownKept.some((candidate) => candidate.length !== ownKept[0]!.length))
      throw new Unfollowed('its agents do not all keep the same vectors');
    return { server, ofAgents: ownKept };
  }

  /** Each kept vector becomes one of its own. */
  #cut({ server, ofAgents }: Kept): Basis {
    const renew = (vector: Float64Array): number => {
      const into = this.#take();
      vector.set(this.#unit(into));
      return into;
    };
    const singles = server.map(renew);
    const renewed = ofAgents.map((vectors) => vectors.map(renew));
    return { singles, groups: ofAgents[0]!.map((_, k) => renewed.map((entry) => entry[k]!)) };
  }

  #keptRows({ server, ofAgents }: Kept, basis: Basis): Row[] {
    const ofAll = ofAgents[0]!.map((_, k) => ofAgents.map((vectors) => vectors[k]!));
    return [
      ...server.map((vector) => this.#row(vector, undefined, basis)),
      ...ofAll.map((vectors) => this.#common(vectors, basis)),
    ];
  }

  /** The row that is every agent's. */
  #common(vectors: readonly Vector[], basis: Basis): Row {
    const rows = vectors.map((vector, agent) => this.#row(vector, agent, basis));
    const [first] = rows;
    for (const { all, ofAgents } of rows)
      if (!isSame(all, first!.all) || !isSame(ofAgents, first!.ofAgents))
        throw new Unfollowed('its agents differ');
    return first!;
  }

  /** @param agent - whose it is; `undefined` of the server's */
  #row(vector: Vector, agent: number | undefined, { singles, groups }: Basis): Row {
    let size = 1;
    for (const x of vector) {
      if (!Number.isFinite(x)) throw new Unfollowed('its parts do more than add vectors with factors');
      size = Math.max(size, Math.abs(x));
    }
    const left = Float64Array.from(vector);
    const all = new Float64Array(singles.length + groups.length);
    const ofAgents = new Float64Array(groups.length);
    for (let k = 0; k < singles.length; k++) {
      all[k] = vector[singles[k]!]!;
      left[singles[k]!] = 0;
    }
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g]!;
      const column = agent ?? 0;
      const other = vector[group[(column + 1) % group.length]!]!;
      let sum = 0;
      for (let k = 0; k < group.length; k++) {
        const x = vector[group[k]!]!;
        if (k !== agent && Math.abs(x - other) > ROUNDING * size)
          throw new Unfollowed('it treats agents differently');
        sum += x;
        left[group[k]!] = 0;
      }
      all[singles.length + g] = sum;
      ofAgents[g] = agent === undefined || group.length === 1 ? 0 : vector[group[column]!]! - other;
    }
    for (const x of left) if (x !== 0) throw new Unfollowed(NOT_NAMED);
    return { all, ofAgents };
  }

  #take(): number {
    if (this.#used >= this.#room) throw new OutOfRoom();
    return this.#used++;
  }

  #unit(at: number): Float64Array {
    const out = new Float64Array(this.#room);
    out[at] = 1;
    return out;
  }
}

/** A stage as far as agents that are alike have the same. */
const workIn = ({ work, act, count, correction }: OwnStage): readonly unknown[] => [
  ...[work, count, act.kind, act.kind === 'step' && act.stepSize, pullOf(act)],
  ...[scalesOf(act) === undefined, correction === undefined],
];

const isSame = (a: Vector, b: Vector): boolean =>
  a.every((x, k) => Math.abs(x - b[k]!) <= ROUNDING * (1 + Math.abs(x)));
