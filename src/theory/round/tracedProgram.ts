/**
 * The round as data (roundProgram.ts) of an algorithm's parts, from the trace of a round (roundTrace.ts).
 *
 * Registers are θ̄, what else the server has to remember, and what agents have to remember, less its average: then the
 * corrections sum to 0.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import {
  type Combination,
  type Mix,
  isPlain,
  pullOf,
  type RoundProgram,
  type SentAtRandom,
  type Source,
  type WeightedRun,
} from '../../algorithms/roundProgram.ts';
import type { Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { coefficientsOf, isNew, ReachableStates } from './reduction.ts';
import { type RoundTrace, type Row, traceRound, type TracedStage } from './roundTrace.ts';
import { Unfollowed } from '../linearParts.ts';

/** Local steps of the rounds before the one that is traced, where they are random. */
const USUAL = 2;
/** Gaps by which it is decided which coefficients there are, where gaps are random. */
const SAMPLES = [1, 2, 5];
/** Beside the largest coefficient of its kind, or to a whole number. */
const ROUNDING = 4e-15;
/** Of a sum of coefficients. */
const SUM = 1e-11;
const WIDER = 'it remembers more than θ̄, one further vector of the server and one of each agent';
const OTHER_WORK =
  'its rounds are none of those that theory follows: local steps from θ̄ with a constant correction, with a pull or without, or after a first exchange at one observation of each agent without one';
const OTHER_SUM = 'its model is not a weighted sum of two runs side by side';
const OTHER_SENDERS = 'it sends at random, and does more than local steps from θ̄';
const NOT_MOVES = 'what its agents send at random are no moves of their own models';
const NOT_MODELS = 'its vectors are not all models or differences of models';

/** The runs whose weighted sum the model is. */
export function tracedRuns(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): WeightedRun[] {
  const isFixed = trigger.kind === 'deterministic';
  const usual = isFixed ? trigger.localSteps : USUAL;
  const samples = isFixed ? [usual] : [usual, ...SAMPLES];
  const traces = new Map<number, RoundTrace>();
  const traceAt = (gap: number): RoundTrace => {
    const known = traces.get(gap);
    if (known) return known;
    const trace = traceRound(algorithm, trigger, agents, gap, usual);
    traces.set(gap, trace);
    return trace;
  };
  const works = new Set(traceAt(usual).stages.map(({ work }) => work));
  if (works.size === 0) throw new Unfollowed('its agents observe nothing');
  return [...works].map((work) =>
    new TracedRunOf(traceAt, samples, works.size > 1 ? work : undefined, agents).run(trigger),
  );
}

/** One of the runs: all of a round's stages, or those of one piece of work. */
class TracedRunOf {
  readonly #traceAt: (gap: number) => RoundTrace;
  readonly #samples: readonly number[];
  readonly #agents: number;
  readonly #work: number | undefined;
  readonly #trace: RoundTrace;
  readonly #averages: ReachableStates;
  readonly #owns: ReachableStates;
  /** rows that read the registers of a state: θ̄, perhaps one more; and an agent's, where it has one */
  readonly #servers: Vector[] = [];
  readonly #own: Vector | undefined;
  /** the stages of this run, with their places among the results */
  readonly #stages: readonly (TracedStage & { readonly at: number })[];
  /** local steps for each of the round's */
  readonly #pace: number;

  /** @param samples - the usual gap, and others by which it is decided which coefficients there are */
  constructor(
    traceAt: (gap: number) => RoundTrace,
    samples: readonly number[],
    work: number | undefined,
    agents: number,
  ) {
    this.#agents = agents;
    const usual = samples[0]!;
    this.#traceAt = traceAt;
    this.#samples = samples;
    this.#work = work;
    const trace = (this.#trace = traceAt(usual));
    this.#stages = stagesOf(trace, work);
    const { servers, owns, next, before } = trace;
    this.#averages = new ReachableStates({
      next: next.map(({ all }) => all),
      begins: columns(before.map(({ all }) => all)),
    });
    this.#owns = new ReachableStates({
      next: next.slice(servers).map(({ ofAgents }) => ofAgents),
      begins: columns(before.slice(servers).map(({ ofAgents }) => ofAgents)),
    });
    this.#findServers(servers + owns);
    this.#own = this.#findOwn(owns);
    this.#pace = this.#steps(trace) / usual;
  }

  run(trigger: TriggerConfiguration): WeightedRun {
    const pace = this.#pace;
    const sent = this.#sentAtRandom();
    const program: RoundProgram = { ...this.#program(), ...(sent && { sent }) };
    const weight = this.#work === undefined ? 1 : this.#weight();
    if (pace === 1) return { weight, program, trigger };
    if (trigger.kind !== 'deterministic' || !Number.isInteger(pace * trigger.localSteps))
      throw new Unfollowed('it takes other numbers of local steps than its rounds have');
    return { weight, program, trigger: { kind: 'deterministic', localSteps: pace * trigger.localSteps } };
  }

  /** The observations of a round. */
  #steps(trace: RoundTrace): number {
    return stagesOf(trace, this.#work).reduce((sum, { count }) => sum + count, 0);
  }

  #weight(): number {
    const model = this.#averages.reading(this.#trace.model.all);
    // The model is a sum of those of all runs, each of which has its own register.
    const works = [...new Set(this.#trace.stages.map(({ work }) => work))];
    const all = works.map((work) => this.#averages.reading(stagesOf(this.#trace, work)[0]!.start.all));
    if (all.length !== 2 || isNew(model, all)) throw new Unfollowed(OTHER_SUM);
    return clean(coefficientsOf(model, all)[works.indexOf(this.#work!)]!, 1);
  }

  /** θ̄, and what else has to be remembered of averages. */
  #findServers(states: number): void {
    const { model } = this.#trace;
    const first = this.#work === undefined ? model : this.#stages[0]!.start;
    const root = first.all.slice(0, states);
    this.#servers.push(root);
    const waiting: Vector[] = [];
    for (const { start, correction } of this.#stages) {
      waiting.push(start.all);
      if (correction) waiting.push(correction.all);
    }
    waiting.push(this.#averages.after(root));
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const readings = this.#servers.map((entry) => this.#averages.reading(entry));
      const reading = this.#averages.reading(row);
      if (!isNew(reading, readings)) continue;
      if (this.#servers.length === 2) throw new Unfollowed(WIDER);
      const moved = this.#movedBy(row.subarray(0, states));
      const beside = Float64Array.from(root, (x, k) => row[k]! - moved * x);
      // As it is kept, not a multiple of it.
      const largest = beside.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
      const register = beside.map((x) => x / largest);
      this.#servers.push(register);
      waiting.push(this.#averages.after(register));
    }
  }

  /** By how much a row moves when all models move by 1: of the state, then of the round's results. */
  #movedBy(row: Vector): number {
    const { before, shifts, stages } = this.#trace;
    const ofState = before.map(({ all }) =>
      all.reduce((sum, x, k) => sum + x * (k === 0 ? 1 : shifts[k - 1]!), 0),
    );
    const ofResults = stages.map(({ act }) => Number(act.kind === 'step'));
    const moves = [...ofState, ...ofResults];
    return row.reduce((sum, x, k) => sum + x * moves[k]!, 0);
  }

  /** What has to be remembered of each agent: a multiple of it is in the correction of its steps, their start, or both. */
  #findOwn(owns: number): Vector | undefined {
    const [stage, ...more] = this.#stages;
    const [first, ...others] = this.#stages
      .flatMap(({ start, correction }) =>
        correction ? [correction.ofAgents, start.ofAgents] : [start.ofAgents],
      )
      .filter((row) => this.#owns.reading(row).some((x) => x !== 0));
    if (first === undefined) return undefined;
    if (more.length > 0 || stage!.act.kind !== 'step') throw new Unfollowed(OTHER_WORK);
    const register = this.#owns.reading(first);
    if ([...others, this.#owns.after(first)].some((row) => isNew(this.#owns.reading(row), [register])))
      throw new Unfollowed(WIDER);
    return first.slice(0, owns);
  }

  /** How many times an agent's register it is, of what is its own. */
  #timesOwn(row: Vector): number {
    const [times] = coefficientsOf(this.#owns.reading(row), [this.#owns.reading(this.#own!)]);
    return clean(times!, Math.abs(times!));
  }

  /** A row of averages in terms of the registers and of the average results of this run. */
  #server(row: Vector): { readonly registers: readonly number[]; readonly results: readonly number[] } {
    const { servers, owns } = this.#trace;
    const registers = coefficientsOf(
      this.#averages.reading(row),
      this.#servers.map((entry) => this.#averages.reading(entry)),
    );
    const results = row.slice(servers + owns);
    results.forEach((x, at) => {
      if (Math.abs(x) > 1e-12 && !this.#stages.some((stage) => stage.at === at))
        throw new Unfollowed(OTHER_SUM);
    });
    return { registers, results: this.#stages.map(({ at }) => results[at] ?? 0) };
  }

  #program(): RoundProgram {
    const [first, second, ...more] = this.#stages;
    if (first === undefined || more.length > 0) throw new Unfollowed(OTHER_WORK);
    const memory = this.#servers.length > 1;
    const steps = this.#steps(this.#trace);
    for (const { start, correction, act } of this.#stages) this.#refuseOther(start, correction, pullOf(act));
    const opening: Combination = this.#mixed(first.start.all);
    if (!isPlain(first.act) && second !== undefined) throw new Unfollowed(OTHER_WORK);
    if (second !== undefined) return this.#evaluated(first, second, memory);
    if (first.count !== steps) throw new Unfollowed(OTHER_WORK);
    if (first.act.kind === 'gather')
      return {
        memory,
        correction: 'scratch',
        opening: { model: opening, correction: {} },
        act: first.act,
        closing: this.#closing('meanCorrection'),
      };
    const { correction } = first;
    if (this.#own !== undefined) return this.#kept(first, memory);
    const force = correction && this.#mixed(correction.all);
    const isForced = force !== undefined && Object.keys(force).length > 0;
    return {
      memory,
      correction: isForced ? 'scratch' : 'none',
      opening: isForced ? { model: opening, correction: force } : { model: opening },
      act: first.act,
      closing: this.#closing('meanModel'),
    };
  }

  /** What agents send at random, where the server keeps its model alone. */
  #sentAtRandom(): SentAtRandom | undefined {
    const { sent, servers, owns, stages } = this.#trace;
    if (sent === undefined) return undefined;
    const { row, factors, name, secondMoment } = sent;
    const [stage, ...more] = stages;
    if (servers > 1 || owns > 0 || more.length > 0 || stage?.act.kind !== 'step')
      throw new Unfollowed(OTHER_SENDERS);
    const [server, model] = row.all as unknown as readonly [number, number];
    if (row.ofAgents[0] !== model || Math.abs(server + model) > SUM) throw new Unfollowed(NOT_MOVES);
    return { message: { server, model }, factor: this.#agents * factors[0]!, name, secondMoment };
  }

  /** Agents keep a register, with which they start, or by which their steps are corrected. */
  #kept({ start, correction, act }: TracedStage, memory: boolean): RoundProgram {
    const force = correction ? this.#mixed(correction.all) : {};
    const isHeld = correction !== undefined && this.#timesOwn(correction.ofAgents) !== 0;
    const begun = this.#timesOwn(start.ofAgents);
    const model = { ...this.#mixed(start.all), ...(begun !== 0 && { correction: begun }) };
    const isAlone = isHeld && Object.keys(force).length === 0;
    return {
      memory,
      correction: 'kept',
      opening: isAlone ? { model } : { model, correction: { ...(isHeld && { correction: 1 }), ...force } },
      act,
      closing: this.#closing('meanModel', force, isHeld),
    };
  }

  /**
   * All models move with one another, and corrections not at all, but for what a pull of this rate gives them; or errors are moved
   * otherwise than models.
   */
  #refuseOther(start: Row, correction: Row | undefined, pull: number): void {
    const size = (row: Row): number => row.all.reduce((sum, x) => sum + Math.abs(x), 1);
    if (Math.abs(this.#movedBy(start.all) - 1) > 1e-9 * size(start)) throw new Unfollowed(NOT_MODELS);
    if (correction && Math.abs(this.#movedBy(correction.all) - pull) > 1e-9 * size(correction))
      throw new Unfollowed(NOT_MODELS);
  }

  /** A row of the state alone as a combination of the server's registers. */
  #mixed(row: Vector): Combination {
    const { registers } = this.#server(row);
    return combination([
      ['server', registers[0]!],
      ['memory', registers[1] ?? 0],
    ]);
  }

  /** A second exchange: agents gather at the first observation, and take the other steps after a mix. */
  #evaluated(gathered: TracedStage, stepped: TracedStage, memory: boolean): RoundProgram {
    const steps = this.#steps(this.#trace);
    if (
      gathered.act.kind !== 'gather' ||
      gathered.count !== 1 ||
      gathered.correction !== undefined ||
      stepped.act.kind !== 'step' ||
      stepped.count !== steps - 1 ||
      Object.entries(this.#mixed(gathered.start.all)).some(([source, x]) => source !== 'server' || x !== 1)
    )
      throw new Unfollowed(OTHER_WORK);
    const { servers, owns } = this.#trace;
    const gathers = (row: Row | undefined): Combination => {
      if (row === undefined) return {};
      const { registers } = this.#server(row.all.slice(0, servers + owns));
      const all = row.all[servers + owns]!;
      const ofAgent = row.ofAgents[owns]!;
      if (Math.abs(registers[1] ?? 0) > SUM) throw new Unfollowed(OTHER_WORK);
      return combination([
        ['server', registers[0]!],
        ['meanCorrection', all - ofAgent],
        ['correction', ofAgent],
      ]);
    };
    const model = gathers(stepped.start);
    if ('correction' in model) throw new Unfollowed(OTHER_WORK);
    return {
      memory,
      correction: 'scratch',
      opening: { model: this.#mixed(gathered.start.all), correction: {} },
      evaluation: { model, correction: gathers(stepped.correction) },
      act: stepped.act,
      closing: this.#closing('meanModel'),
    };
  }

  /** The closing mix by the number of observations; the same coefficients are there for each. */
  #closing(
    result: 'meanModel' | 'meanCorrection',
    force: Combination = {},
    isHeld = true,
  ): (gap: number) => Mix {
    const kept = new Map<number, Full>();
    const at = (gap: number): Full => {
      const known = kept.get(gap);
      if (known) return known;
      const full = this.#closingAt(Math.max(1, Math.round(gap / this.#pace)), result, force, isHeld);
      kept.set(gap, full);
      return full;
    };
    const samples = this.#samples.map((gap) => at(gap * this.#pace));
    const isThere = (target: string, source: Source): boolean =>
      samples.some((full) => full[target]![source] !== 0);
    return (gap) =>
      Object.fromEntries(
        Object.entries(at(gap)).map(([target, sources]) => [
          target,
          Object.fromEntries(Object.entries(sources).filter(([source]) => isThere(target, source as Source))),
        ]),
      );
  }

  #closingAt(gap: number, result: 'meanModel' | 'meanCorrection', force: Combination, isHeld: boolean): Full {
    const trace = this.#traceAt(gap);
    const { servers, owns } = this.#trace;
    if (trace.servers !== servers || trace.owns !== owns || trace.stages.length !== this.#trace.stages.length)
      throw new Unfollowed('it keeps other vectors after one round than after another');
    const next = trace.next.map(({ all }) => all);
    const last = this.#stages.length - 1;
    const mix = (row: Vector): Partial<Record<Source, number>> => {
      const { registers, results } = this.#server(this.#averages.after(row, next));
      if (results.some((x, at) => at !== last && Math.abs(x) > 1e-12)) throw new Unfollowed(OTHER_WORK);
      const size = Math.max(...[...registers, ...results].map(Math.abs));
      const moved = clean(results[last]!, size);
      // Coefficients of models sum to 1 in a model, and to 0 in a difference of models.
      const models = result === 'meanModel' ? moved : 0;
      const stays = (row === this.#servers[0] ? 1 : 0) - models;
      if (Math.abs(registers[0]! - stays) > SUM * (1 + size)) throw new Unfollowed(NOT_MODELS);
      return {
        server: stays,
        ...(this.#servers.length > 1 && { memory: clean(registers[1]!, size) }),
        [result]: moved,
      };
    };
    const [server, memory] = this.#servers.map(mix);
    const full: Record<string, Partial<Record<Source, number>>> = { server: server! };
    if (memory) full.memory = memory;
    if (this.#own === undefined) return full;
    const ownAfter = this.#owns.after(
      this.#own,
      trace.next.slice(servers).map((row) => row.ofAgents),
    );
    const [stays] = coefficientsOf(this.#owns.reading(ownAfter), [this.#owns.reading(this.#own)]);
    const moves = ownAfter[owns + this.#stages[0]!.at]!;
    const size = Math.max(Math.abs(stays!), Math.abs(moves));
    const alpha = clean(stays!, size);
    const beta = clean(moves, size);
    // The register is there with what the opening has added to it, or not at all.
    if (!isHeld && alpha !== 0) throw new Unfollowed(WIDER);
    full.correction = {
      correction: alpha,
      ...(force.server !== undefined && { server: -alpha * force.server }),
      ...(force.memory !== undefined && { memory: -alpha * force.memory }),
      meanModel: -beta + 0,
      model: beta,
    };
    return full;
  }
}

/** Combinations with every coefficient there may be. */
type Full = Readonly<Record<string, Partial<Record<Source, number>>>>;

const stagesOf = (
  { stages }: RoundTrace,
  work: number | undefined,
): readonly (TracedStage & { readonly at: number })[] =>
  stages.map((stage, at) => ({ ...stage, at })).filter((stage) => work === undefined || stage.work === work);

/** The columns of a matrix that is given by rows. */
const columns = (rows: readonly Vector[]): Vector[] =>
  Array.from({ length: rows[0]?.length ?? 0 }, (_, j) => Float64Array.from(rows, (row) => row[j]!));

/** A coefficient without its rounding. */
function clean(value: number, size: number): number {
  if (Math.abs(value) <= ROUNDING * size) return 0;
  const whole = Math.round(value);
  return Math.abs(value - whole) <= ROUNDING ? whole : value;
}

/** Without the sources that are not there. */
function combination(terms: readonly (readonly [Source, number])[]): Combination {
  const size = Math.max(...terms.map(([, x]) => Math.abs(x)));
  const out: Partial<Record<Source, number>> = {};
  for (const [source, x] of terms) if (clean(x, size) !== 0) out[source] = clean(x, size);
  return out;
}
