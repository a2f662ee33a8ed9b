/**
 * The registers of a round program, each `[d, width]`: many states side by side, so that one run of
 * a program applies its linear map to all columns of a matrix.
 */
import type { Vector } from '../../maths/vector.ts';
import type { Combination, Mix, RoundProgram, Source } from '../../algorithms/roundProgram.ts';

/** Where the state between rounds holds what: (1, server, memory, then agent by agent correction and z). */
export interface StateLayout {
  readonly dimension: number;
  readonly agents: number;
  readonly memory: boolean;
  /** whether the agents' corrections are kept between rounds */
  readonly keepsCorrection: boolean;
  /** whether each agent carries its Gauss–Markov noise z */
  readonly carriesNoise: boolean;
  /** where the first agent's part begins, the length of each part, and of the whole */
  readonly agentStart: number;
  readonly agentSize: number;
  readonly size: number;
}

/** The layout of a program's state. */
export function layoutOf(
  program: RoundProgram,
  dimension: number,
  agents: number,
  carriesNoise: boolean,
): StateLayout {
  const keepsCorrection = program.correction === 'kept';
  const agentStart = 1 + dimension * (program.memory ? 2 : 1);
  const agentSize = dimension * (Number(keepsCorrection) + Number(carriesNoise));
  const size = agentStart + agents * agentSize;
  return {
    dimension,
    agents,
    memory: program.memory,
    keepsCorrection,
    carriesNoise,
    agentStart,
    agentSize,
    size,
  };
}

export interface AgentRegisters {
  model: Float64Array;
  correction: Float64Array;
  noise: Float64Array;
}

export interface Registers {
  readonly width: number;
  /** the constant 1 of each state, `[width]` */
  constant: Float64Array;
  server: Float64Array;
  memory: Float64Array;
  readonly agents: readonly AgentRegisters[];
}

/** All registers 0. */
export function emptyRegisters(layout: StateLayout, width: number): Registers {
  const length = layout.dimension * width;
  const zeros = (): Float64Array => new Float64Array(length);
  const agents = Array.from({ length: layout.agents }, () => ({
    model: zeros(),
    correction: zeros(),
    noise: layout.carriesNoise ? zeros() : new Float64Array(0),
  }));
  return { width, constant: new Float64Array(width), server: zeros(), memory: zeros(), agents };
}

/** The registers of the states that are the columns of X `[size, width]`. */
export function loadState(layout: StateLayout, X: Vector, width: number): Registers {
  const registers = emptyRegisters(layout, width);
  registers.constant.set(X.subarray(0, width));
  eachKept(layout, registers, (register, row) => {
    register.set(X.subarray(row * width, row * width + register.length));
  });
  return registers;
}

/** What is kept between rounds as columns, `[size, width]`. */
export function storeState(layout: StateLayout, registers: Registers): Float64Array {
  const { width } = registers;
  const X = new Float64Array(layout.size * width);
  X.set(registers.constant);
  eachKept(layout, registers, (register, row) => X.set(register, row * width));
  return X;
}

function eachKept(
  layout: StateLayout,
  registers: Registers,
  visit: (register: Float64Array, row: number) => void,
): void {
  const { dimension: d, agentStart, agentSize } = layout;
  visit(registers.server, 1);
  if (layout.memory) visit(registers.memory, 1 + d);
  registers.agents.forEach((agent, i) => {
    let row = agentStart + i * agentSize;
    if (layout.keepsCorrection) {
      visit(agent.correction, row);
      row += d;
    }
    if (layout.carriesNoise) visit(agent.noise, row);
  });
}

/** Carries a mix out. */
export function applyMix(registers: Registers, mix: Mix): void {
  const old: Sources = {
    server: registers.server,
    memory: registers.memory,
    meanModel: average(registers.agents.map(({ model }) => model)),
    meanCorrection: average(registers.agents.map(({ correction }) => correction)),
  };
  if (mix.server) registers.server = combined(old, mix.server);
  if (mix.memory) registers.memory = combined(old, mix.memory);
  if (mix.model === undefined && mix.correction === undefined) return;
  for (const agent of registers.agents) {
    const sources: Sources = { ...old, model: agent.model, correction: agent.correction };
    if (mix.model) agent.model = combined(sources, mix.model);
    if (mix.correction) agent.correction = combined(sources, mix.correction);
  }
}

type Sources = Readonly<Partial<Record<Source, Float64Array>>>;

function combined(sources: Sources, combination: Combination): Float64Array {
  const out = new Float64Array(sources.server!.length);
  for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
    const register = sources[source];
    if (register === undefined) throw new TypeError(`the server has no register "${source}" of an agent`);
    for (let j = 0; j < out.length; j++) out[j]! += factor * register[j]!;
  }
  return out;
}

function average(registers: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(registers[0]!.length);
  for (const register of registers) for (let j = 0; j < out.length; j++) out[j]! += register[j]!;
  for (let j = 0; j < out.length; j++) out[j]! /= registers.length;
  return out;
}
