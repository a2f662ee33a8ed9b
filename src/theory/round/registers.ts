/**
 * All that a round computes with as one vector z = (1, server, memory, then agent by agent model, correction and noise), and
 * what its mixes and acts do to z: forwards to states that are the columns of a matrix, and backwards to functions of z that
 * are its rows. What lies between rounds is X, the coordinates of z that are kept.
 */
import type { AgentAct, Combination, Mix, RoundProgram, Source } from '../../algorithms/roundProgram.ts';
import {
  add,
  addProduct,
  assign,
  block,
  clear,
  identityMatrix,
  matrix,
  type Matrix,
  meanOf,
  multiply,
  stacked,
} from '../../maths/matrix.ts';

/** A block of z: its first coordinate, and how many. */
export type Place = readonly [from: number, length: number];

/** Where z holds what. */
export interface Places {
  /** d */
  readonly dimension: number;
  /** length of z */
  readonly size: number;
  readonly server: Place;
  readonly memory: Place | undefined;
  readonly agents: readonly AgentPlaces[];
  /** the blocks of X, in order: the constant 1, server, memory, then agent by agent a kept correction and noise */
  readonly kept: readonly Place[];
  /** length of X, and of the part of each agent in it */
  readonly keptSize: number;
  readonly keptByAgent: number;
}

interface AgentPlaces {
  readonly model: Place;
  readonly correction: Place | undefined;
  /** Gauss–Markov noise that goes on from round to round */
  readonly noise: Place | undefined;
}

/** The constant 1. */
export const ONE: Place = [0, 1];

/** The places of a program's registers. */
export function placesOf(
  { memory, correction }: RoundProgram,
  dimension: number,
  agents: number,
  carriesNoise = false,
): Places {
  let size = 1;
  const next = (isThere: boolean): Place | undefined => {
    if (!isThere) return undefined;
    size += dimension;
    return [size - dimension, dimension];
  };
  const ofServer = { server: next(true)!, memory: next(memory) };
  const ofAgents = Array.from({ length: agents }, () => ({
    model: next(true)!,
    correction: next(correction !== 'none'),
    noise: next(carriesNoise),
  }));
  const ofRounds = ofAgents.flatMap((agent) => [
    correction === 'kept' ? agent.correction : undefined,
    agent.noise,
  ]);
  const kept = [ONE, ofServer.server, ofServer.memory, ...ofRounds].filter((place) => place !== undefined);
  const keptSize = kept.reduce((sum, [, length]) => sum + length, 0);
  const keptByAgent = dimension * (Number(correction === 'kept') + Number(carriesNoise));
  return { dimension, size, ...ofServer, agents: ofAgents, kept, keptSize, keptByAgent };
}

/** z of the states X that are the columns of a matrix `[keptSize, width]`; all else is 0. */
export function loaded(X: Matrix, { size, kept }: Places): Matrix {
  const Z = matrix(size, X.columns);
  stacks(kept, (place, inX) => assign(block(Z, place), block(X, inX)));
  return Z;
}

/** X of states z. */
export const stored = (Z: Matrix, { kept }: Places): Matrix => stacked(kept.map((place) => block(Z, place)));

/** z ← Mix z, of the columns of Z `[size, width]`. */
export function applyMix(Z: Matrix, mix: Mix, places: Places): void {
  for (const [to, made] of madeBy(mix, Z, places)) assign(block(Z, to), made);
}

/** What a mix writes, of the columns of Z, and 0 where it writes nothing. */
export function writtenAlone(Z: Matrix, mix: Mix, places: Places): Matrix {
  const out = matrix(Z.rows, Z.columns);
  for (const [to, made] of madeBy(mix, Z, places)) assign(block(out, to), made);
  return out;
}

/** Each block that a mix writes, with its new rows. */
function madeBy(mix: Mix, Z: Matrix, places: Places): (readonly [Place, Matrix])[] {
  const averages = new Map<Source, Matrix>();
  const rowsOf = (source: Source, agent: number): Matrix => {
    const register = AVERAGED[source];
    if (register === undefined) return block(Z, placeOf(places, source, agent));
    const known = averages.get(source);
    if (known !== undefined) return known;
    const average = meanOf(places.agents.map((_, i) => block(Z, placeOf(places, register, i))));
    averages.set(source, average);
    return average;
  };
  return written(mix, places).map(({ to, combination, agent }) => {
    const sum = matrix(to[1], Z.columns);
    for (const [source, factor] of termsOf(combination)) add(sum, rowsOf(source, agent), factor);
    return [to, sum] as const;
  });
}

/** W ← W Mix, of the rows of W `[rows, size]`: functions of z after the mix become those of z before it. */
export function takeMixBack(W: Matrix, mix: Mix, places: Places): void {
  const all: Place = [0, W.rows];
  const averages = new Map<Source, Matrix>();
  const columnsOf = (source: Source, agent: number): Matrix => {
    const register = AVERAGED[source];
    if (register === undefined) return block(W, all, placeOf(places, source, agent));
    const average = averages.get(source) ?? matrix(W.rows, places.dimension);
    averages.set(source, average);
    return average;
  };
  const responses = written(mix, places).map(({ to, combination, agent }) => {
    const columns = block(W, all, to);
    const response = assign(matrix(W.rows, to[1]), columns);
    clear(columns);
    return { response, combination, agent };
  });
  for (const { response, combination, agent } of responses)
    for (const [source, factor] of termsOf(combination)) add(columnsOf(source, agent), response, factor);
  for (const [source, average] of averages)
    for (const i of places.agents.keys())
      add(block(W, all, placeOf(places, AVERAGED[source]!, i)), average, 1 / places.agents.length);
}

/** The register that a source is the average over agents of. */
const AVERAGED: Readonly<Partial<Record<Source, 'model' | 'correction'>>> = {
  meanModel: 'model',
  meanCorrection: 'correction',
};

/** A register that a mix writes, of an agent where it is an agent's. */
interface Written {
  readonly to: Place;
  readonly combination: Combination;
  readonly agent: number;
}

function written(mix: Mix, places: Places): Written[] {
  const ofRegister = (register: keyof Mix, agent: number): Written[] => {
    const combination = mix[register];
    return combination === undefined ? [] : [{ to: placeOf(places, register, agent), combination, agent }];
  };
  return [
    ...ofRegister('server', SERVER),
    ...ofRegister('memory', SERVER),
    ...places.agents.flatMap((_, i) => [...ofRegister('model', i), ...ofRegister('correction', i)]),
  ];
}

/** The number of no agent. */
const SERVER = -1;

function placeOf({ server, memory, agents }: Places, source: Source, agent: number): Place {
  const found =
    source === 'server'
      ? server
      : source === 'memory'
        ? memory
        : agents[agent]?.[source as 'model' | 'correction'];
  if (found === undefined) throw new TypeError(`there is no register "${source}" to mix`);
  return found;
}

const termsOf = (combination: Combination): [Source, number][] =>
  Object.entries(combination) as [Source, number][];

/**
 * The blocks of what an agent's act is given, y = (v, 1, f): v is what moves, the register and perhaps noise, and f the other
 * register where there is one.
 */
export interface ActPlaces {
  readonly moving: readonly Place[];
  readonly all: readonly Place[];
}

/** The places of an agent's act. */
export function actPlaces({ agents }: Places, act: AgentAct['kind'], agent: number): ActPlaces {
  const { model, correction, noise } = agents[agent]!;
  const [moved, other] = act === 'step' ? [model, correction] : [correction!, model];
  const moving = noise === undefined ? [moved] : [moved, noise];
  return { moving, all: [...moving, ONE, ...(other === undefined ? [] : [other])] };
}

/** y of states z, `[all, width]`. */
export const given = (Z: Matrix, { all }: ActPlaces): Matrix => stacked(all.map((place) => block(Z, place)));

/** v ← mean · y, of the columns of Z. */
export function actInMean(Z: Matrix, places: ActPlaces, mean: Matrix): void {
  const v = multiply(mean, given(Z, places));
  stacks(places.moving, (place, inV) => assign(block(Z, place), block(v, inV)));
}

/**
 * The same of functions of z that are the rows of W, backwards.
 *
 * @returns how they respond to v after the act `[rows, moving]`
 */
export function takeActBack(W: Matrix, { moving, all }: ActPlaces, mean: Matrix): Matrix {
  const rows: Place = [0, W.rows];
  const response = matrix(W.rows, mean.rows);
  stacks(moving, (place, inV) => {
    const columns = block(W, rows, place);
    assign(block(response, rows, inV), columns);
    clear(columns);
  });
  stacks(all, (place, inY) => addProduct(block(W, rows, place), response, block(mean, [0, mean.rows], inY)));
  return response;
}

/** The identity in the coordinates of z that an agent's act moves, 0 elsewhere `[size, moving]`. */
export function disturbance({ size }: Places, { moving }: ActPlaces): Matrix {
  const width = moving.reduce((sum, [, length]) => sum + length, 0);
  const Z = matrix(size, width);
  stacks(moving, (place, inV) => assign(block(Z, place, inV), identityMatrix(inV[1])));
  return Z;
}

/** States X whose corrections sum to 0, as those of every run do: each without their average. */
export function centred(X: Matrix, places: Places): Matrix {
  const Z = loaded(X, places);
  applyMix(Z, CENTRED, places);
  return stored(Z, places);
}

const CENTRED: Mix = { correction: { correction: 1, meanCorrection: -1 } };

/** Blocks, with where each lies in the vector that they make one after another. */
function stacks(places: readonly Place[], visit: (place: Place, inStack: Place) => void): void {
  let at = 0;
  for (const place of places) {
    visit(place, [at, place[1]]);
    at += place[1];
  }
}
