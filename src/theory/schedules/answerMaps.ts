/**
 * What an agent's answer does to the state of a run without rounds, found by letting an algorithm's own parts do
 * it (rehearsal.ts). The state has what a buffer holds, too, summed.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { add, column } from '../../maths/matrix.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { type Combination, combinationOf, setUnit, SHARED_WORK, Unfollowed } from '../linearParts.ts';
import { nonlinearOrRandom } from '../nonlinearity.ts';
import { because, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';
import { type Held, Rehearsal, type StateMap, zeroed } from './rehearsal.ts';

/** The vectors of a state, and what answers do to them. */
export interface AnswerMaps {
  readonly vectors: number;
  /** which of them agent `agents[k]` keeps or is at work on, `[agents, …]` */
  readonly owned: readonly (readonly number[])[];
  /** θ̄ */
  readonly model: Combination;
  /**
   * how often θ* is in each: moments are of errors, x − c θ*; where the buffer has so many answers,
   * `[K][vectors]`
   */
  readonly roots: readonly Float64Array[];
  /** by the answers that the buffer has already `[K]`, and by agent, in the order asked for */
  readonly maps: readonly (readonly StateMap[])[];
}

export interface RehearsedRun {
  readonly algorithm: ConfiguredAlgorithm;
  /** M */
  readonly agents: number;
  /** whose answers are looked at */
  readonly asked: readonly number[];
  readonly trigger: RunTrigger;
  /** H */
  readonly gap: number;
  readonly law: Pick<AnswerLaw, 'answers' | 'fold' | 'weight'>;
}

/** The maps, or why there are none. */
export function answerMaps(run: RehearsedRun): AnswerMaps | Unknown {
  const saysNot = nonlinearOrRandom(run.algorithm);
  if (saysNot) return saysNot;
  try {
    return new BufferedRehearsal(run, new BufferedRehearsal(run, 1).slots()).maps();
  } catch (error) {
    if (error instanceof Unfollowed) return because(error.message);
    throw error;
  }
}

/** Beside their size, how far coefficients may be apart. */
const SAME = 1e-9;

class BufferedRehearsal {
  readonly #run: RehearsedRun;
  readonly #rehearsal: Rehearsal;
  /** what the buffer holds, as one answer: the sums of the vectors of its messages and answers */
  #buffer: Held | undefined;

  constructor(run: RehearsedRun, slots: number) {
    this.#run = run;
    this.#rehearsal = new Rehearsal({ ...run, fold: run.law.fold }, slots);
    if (this.#rehearsal.parts.isTwin) throw new Unfollowed(SHARED_WORK);
  }

  /** Those of a combination. */
  slots(): number {
    this.#fillBuffer();
    return this.#live().length + this.#rehearsal.parts.streams.length;
  }

  /** What a buffer will hold is known once there has been an answer. */
  #fillBuffer(): void {
    if (this.#run.law.answers > 1) this.#buffer = zeroed(this.#rehearsal.answer(0));
  }

  maps(): AnswerMaps {
    const { asked, law } = this.#run;
    const { parts } = this.#rehearsal;
    // At the start everything is the initial model or 0.
    const start = this.#live().map((vector) => vector[0]!);
    this.#fillBuffer();
    // Models that begin as one vector are two after a step.
    if (new Set(this.#live()).size < this.#live().length)
      parts.step([{ agent: asked[0]!, weight: law.weight, ...this.#rehearsal.answer(0) }]);
    const vectors = this.#live().length;
    const roots: Float64Array[] = [Float64Array.from({ length: vectors }, (_, k) => start[k] ?? 0)];
    const maps = Array.from({ length: law.answers }, (_, held) => {
      const row = asked.map((_, k) => this.#mapOf(k, held));
      const [after, ...others] = row.map((map) => rootsAfter(map, roots[held]!));
      if (held + 1 < law.answers) roots.push(after!);
      const wanted = roots[held + 1] ?? roots[0]!;
      if ([after!, ...others].some((found) => found.some((c, k) => Math.abs(c - wanted[k]!) > SAME)))
        throw new Unfollowed('its vectors are no models, and no differences of models');
      return row;
    });
    if (JSON.stringify(this.#mapOf(0, 0)) !== JSON.stringify(maps[0]![0]))
      throw new Unfollowed('what its parts do with an answer changes during a run');
    this.#live().forEach(setUnit);
    const model = combinationOf(parts.server.model());
    let from = parts.kept().length;
    const owned = asked.map((_, k) => this.#rehearsal.ownedBy(k).map(() => from++));
    return { vectors, owned, model, roots, maps };
  }

  /** What the answer of an agent does where the buffer holds so many already. */
  #mapOf(k: number, held: number): StateMap {
    const { law, asked } = this.#run;
    const { parts } = this.#rehearsal;
    const agent = asked[k]!;
    const event = (): void => {
      const messages = this.#rehearsal.answer(k);
      parts.server.free!.answered?.({ agent, ...messages });
      if (held + 1 < law.answers) this.#hold(messages);
      else {
        // One after another they count alike: so one with their sum stands for all, and the others hold zeros.
        const sums = Array.from({ length: held }, (_, at) => (at === 0 ? this.#buffer! : zeroed(messages)));
        parts.step([messages, ...sums].map((part) => ({ agent, weight: law.weight, ...part })));
        if (this.#buffer) this.#buffer = zeroed(messages);
      }
      this.#rehearsal.send(k);
    };
    return this.#rehearsal.mapOf(event, () => this.#live());
  }

  /** Adds an answer to what the buffer holds. */
  #hold(more: Held): void {
    const added = this.#vectorsOf(more);
    this.#vectorsOf(this.#buffer!).forEach((vector, k) => add(column(vector), column(added[k]!)));
  }

  #vectorsOf({ message, answer }: Held): Float64Array[] {
    return [message, answer].flatMap((part) => this.#rehearsal.parts.vectorsOf(part));
  }

  #live(): Float64Array[] {
    return [...this.#rehearsal.live(), ...(this.#buffer ? this.#vectorsOf(this.#buffer) : [])];
  }
}

/** How often θ* is in each vector after an answer; local steps end at a model, a gathering does not. */
function rootsAfter({ works, changes }: StateMap, before: Float64Array): Float64Array {
  const countOf = (from: Combination): number =>
    from.reduce((sum, [vector, c]) => {
      const work = works[vector - before.length];
      return sum + c * (work ? Number(work.act.kind === 'step') : before[vector]!);
    }, 0);
  for (const { model, correction } of works) {
    if (Math.abs(countOf(model) - 1) > SAME || Math.abs(countOf(correction ?? [])) > SAME)
      throw new Unfollowed('its agents do not start from a model');
  }
  const after = before.slice();
  for (const { into, from } of changes) after[into] = countOf(from);
  return after;
}
