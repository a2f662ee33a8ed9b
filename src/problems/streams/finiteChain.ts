/** Observation streams on a finite Markov chain, in O(1) a draw. */
import { type AliasTable, aliasTable } from '../../maths/aliasTable.ts';
import type { Generator } from '../../maths/generator.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ChainLaw, InitialState } from '../observationLaw.ts';
import { lawsIn } from '../probabilities.ts';

const givenLaw = (distribution: readonly number[]): Vector =>
  lawsIn(Float64Array.from(distribution), distribution.length);

/** The law of the first state `[S]`. */
export function startLaw(chain: ChainLaw, initial: InitialState): Vector {
  if (initial === 'stationary') return chain.stationary;
  if ('distribution' in initial) return givenLaw(initial.distribution);
  return Float64Array.from({ length: chain.states }, (_, s) => (s === initial.state ? 1 : 0));
}

/** The tables that a chain is drawn by. */
export interface ChainTables {
  /** the rows of P */
  readonly successors: AliasTable;
  /** one row: π */
  readonly stationaryLaw: AliasTable;
}

const tablesOf = ({ states, rows, transition, stationary }: ChainLaw): ChainTables => ({
  successors: aliasTable(rows ?? transition, states, states),
  stationaryLaw: aliasTable(stationary, 1, states),
});

/** Draws states of one chain: successors, the stationary law, the start. */
export class ChainSampler implements ChainTables {
  readonly successors: AliasTable;
  readonly stationaryLaw: AliasTable;
  readonly #start: AliasTable | number;

  /** @param tables - where they are there already */
  constructor(chain: ChainLaw, initial: InitialState, tables = tablesOf(chain)) {
    this.successors = tables.successors;
    this.stationaryLaw = tables.stationaryLaw;
    if (initial === 'stationary') this.#start = this.stationaryLaw;
    else if ('state' in initial) this.#start = initial.state;
    else this.#start = aliasTable(givenLaw(initial.distribution), 1, chain.states);
  }

  successor(state: number, generator: Generator): number {
    return this.successors.draw(state, generator.uint32());
  }

  stationary(generator: Generator): number {
    return this.stationaryLaw.draw(0, generator.uint32());
  }

  start(generator: Generator): number {
    return typeof this.#start === 'number' ? this.#start : this.#start.draw(0, generator.uint32());
  }
}

/** Observations that are states: `o_k = s_k`. */
export class StateStream {
  readonly sampler: ChainSampler;
  readonly generator: Generator;
  /** whether each observation is drawn afresh from the stationary law */
  readonly independent: boolean;
  /** the current observation */
  state: number;

  /** @param independent - i.i.d. draws from π instead of the chain */
  constructor(sampler: ChainSampler, generator: Generator, independent: boolean) {
    this.sampler = sampler;
    this.generator = generator;
    this.independent = independent;
    this.state = independent ? sampler.stationary(generator) : sampler.start(generator);
  }

  move(): void {
    this.state = this.independent
      ? this.sampler.stationary(this.generator)
      : this.sampler.successor(this.state, this.generator);
  }
}

/**
 * Observations that are transitions: `o_k = (s_k, s_{k+1})`. Independent ones draw `s ∼ π` and
 * `s' ∼ P(s, ·)` afresh each time (SCAFFLSA's assumption TD 1).
 */
export class TransitionStream {
  readonly sampler: ChainSampler;
  readonly generator: Generator;
  /** whether each observation is drawn afresh from the stationary law */
  readonly independent: boolean;
  /** s and s' of the current observation */
  state: number;
  next: number;

  /** @param independent - i.i.d. transitions instead of the chain's own */
  constructor(sampler: ChainSampler, generator: Generator, independent: boolean) {
    this.sampler = sampler;
    this.generator = generator;
    this.independent = independent;
    this.state = independent ? sampler.stationary(generator) : sampler.start(generator);
    this.next = sampler.successor(this.state, generator);
  }

  move(): void {
    this.state = this.independent ? this.sampler.stationary(this.generator) : this.next;
    this.next = this.sampler.successor(this.state, this.generator);
  }
}
