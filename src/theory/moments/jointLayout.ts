/** Everything that an algorithm computes with on the joint chain, as one vector x, and what is done to it. */
import type { RowMap } from './jointField.ts';
import type { Mix, Source } from '../../algorithms/roundProgram.ts';
import type { Setting } from './setting.ts';

/** Where x = (1, server, memory, then agent by agent model and correction) holds what. */
export interface FullLayout {
  readonly dimension: number;
  readonly agents: number;
  readonly size: number;
  readonly memory: boolean;
  readonly correction: boolean;
  /** the elements that are kept between rounds: 1, server, memory, kept corrections */
  readonly kept: readonly number[];
}

/** The layout of a setting's x. */
export function fullLayout({ program, root, agents }: Setting): FullLayout {
  const d = root.length;
  const correction = program.correction !== 'none';
  const shared = 1 + d * (program.memory ? 2 : 1);
  const perAgent = d * (correction ? 2 : 1);
  const kept = Array.from({ length: shared }, (_, k) => k);
  if (program.correction === 'kept') {
    for (let i = 0; i < agents.length; i++)
      for (let j = 0; j < d; j++) kept.push(shared + i * perAgent + d + j);
  }
  const size = shared + agents.length * perAgent;
  return { dimension: d, agents: agents.length, size, memory: program.memory, correction, kept };
}

/** Where a register begins in x. */
export function place(
  layout: FullLayout,
  register: 'server' | 'memory' | 'model' | 'correction',
  agent: number,
): number {
  const { dimension: d } = layout;
  if (register === 'server') return 1;
  if (register === 'memory') return 1 + d;
  const first = 1 + d * (layout.memory ? 2 : 1) + agent * d * (layout.correction ? 2 : 1);
  return register === 'model' ? first : first + d;
}

/** A mix on x. */
export function mixMap(layout: FullLayout, mix: Mix): RowMap {
  const { dimension: d, agents, size } = layout;
  const targets: number[] = [];
  const rows: Float64Array[] = [];
  const add = (register: 'server' | 'memory' | 'model' | 'correction', agent: number): void => {
    const combination = mix[register];
    if (combination === undefined) return;
    for (let j = 0; j < d; j++) {
      const row = new Float64Array(size);
      for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
        if (source === 'meanModel' || source === 'meanCorrection') {
          const register = source === 'meanModel' ? 'model' : 'correction';
          for (let i = 0; i < agents; i++) row[place(layout, register, i) + j]! += factor / agents;
        } else row[place(layout, source, agent) + j]! += factor;
      }
      targets.push(place(layout, register, agent) + j);
      rows.push(row);
    }
  };
  add('server', 0);
  add('memory', 0);
  for (let i = 0; i < agents; i++) {
    add('model', i);
    add('correction', i);
  }
  const sources = Array.from({ length: size }, (_, k) => k).filter((k) => rows.some((row) => row[k] !== 0));
  const coefficients = new Float64Array(targets.length * sources.length);
  rows.forEach((row, t) => sources.forEach((k, at) => (coefficients[t * sources.length + at] = row[k]!)));
  return { targets, sources, coefficients };
}
