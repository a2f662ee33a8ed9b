/** Tries an agent of a user's module: what its operator, stream and mean do when they are called. */
import type { Vector } from '../../maths/vector.ts';
import { userAgentFaults } from '../../problems/userModule/agentFaults.ts';
import { isPromise } from '../../values/promise.ts';
import {
  type AnyAgent,
  calling,
  Fault,
  observationsOf,
  pointsFor,
  valueAt,
  vectorText,
} from './agentCalls.ts';
import { type MeanFindings, tryMean } from './meanTrial.ts';

/**
 * Stands in for a vector of a user's function.
 *
 * @param use - `read`: writing is noted; either way, indices outside it are
 */
function guarded(
  name: string,
  vector: Float64Array,
  faults: Set<string>,
  use: 'read' | 'write',
): Float64Array {
  const last = vector.length - 1;
  const isIndex = (key: PropertyKey): boolean => typeof key === 'string' && /^-?\d/.test(key);
  const isInside = (key: PropertyKey): boolean => /^\d+$/.test(String(key)) && Number(key) <= last;
  return new Proxy(vector, {
    get: (target, key) => {
      if (isIndex(key) && !isInside(key)) {
        faults.add(`operator reads ${name}[${String(key)}]; its entries are 0 to ${last}`);
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value as (...parts: unknown[]) => unknown).bind(target) : value;
    },
    set: (target, key, value: unknown) => {
      if (use === 'read') faults.add(`operator writes into ${name}; it must write into out alone`);
      else if (isIndex(key) && !isInside(key)) {
        faults.add(`operator writes into ${name}[${String(key)}]; its entries are 0 to ${last}`);
      }
      return Reflect.set(target, key, value, target);
    },
  });
}

/** Steps over which an agent that was made twice must give the same bits. */
const STEPS = 200;
/** Observations at which the operator is tried alone. */
const TRIED = 5;
/** What trying an agent has found. */
export interface Findings extends MeanFindings {
  readonly faults: readonly string[];
  /** whether the agent gives a mean */
  readonly hasMean: boolean;
}

const sameBits = (a: Vector, b: Vector): boolean => a.every((value, j) => Object.is(value, b[j]));

/**
 * Makes an agent and tries it.
 *
 * @param make - calls the module's function for agent `index`
 * @param tests - how many tests of means there will be in all, for the probability of a false alarm
 */
export function tryAgent(make: () => unknown, index: number, dimension: number, tests: number): Findings {
  const findings = { faults: [] as string[], notes: [] as string[], within: 0, hasMean: false };
  try {
    const made = calling('the function', make);
    if (isPromise(made)) made.then(undefined, () => undefined);
    findings.faults.push(...calling('a part, as it is read,', () => userAgentFaults(made, dimension)));
    if (findings.faults.length > 0) return findings;
    const agent = made as AnyAgent;
    findings.faults.push(...tryOperator(agent, index, dimension));
    if (findings.faults.length > 0) return findings;
    const again = (): AnyAgent => calling('the function', make) as AnyAgent;
    findings.faults.push(...tryTwice(again(), again(), index, dimension));
    const { faults, notes, within } = tryMean(agent, index, dimension, tests);
    findings.faults.push(...faults);
    findings.notes.push(...notes);
    findings.within = within;
    findings.hasMean = agent.mean !== undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    findings.faults.push(error.message);
  }
  return findings;
}

/** Calls the operator alone, watched. */
function tryOperator(agent: AnyAgent, index: number, dimension: number): string[] {
  const observations = observationsOf(agent, index);
  const faults = new Set<string>();
  for (let tried = 0; tried < TRIED && faults.size === 0; tried++) {
    const points = pointsFor(index, dimension);
    const observation = observations.take(points[0]!);
    for (const theta of points) {
      const call = (start: number): Float64Array => {
        const out = new Float64Array(dimension).fill(start);
        const returned: unknown = calling('operator', () =>
          (agent.operator as (...parts: unknown[]) => unknown)(
            guarded('theta', Float64Array.from(theta), faults, 'read'),
            observation,
            guarded('out', out, faults, 'write'),
          ),
        );
        if (isPromise(returned)) {
          returned.then(undefined, () => undefined);
          faults.add('operator gives a promise; nobody waits for it, so it must write into out at once');
        }
        return out;
      };
      const [bare, over, again] = [call(NaN), call(1), call(NaN)];
      const unlike = bare.findIndex((value, j) => !Object.is(value, over[j]));
      const infinite = bare.findIndex((value) => !Number.isFinite(value));
      if (!sameBits(bare, again)) {
        faults.add(
          'operator gives different values at the same θ and observation; it must be a function of them, and randomness belongs to the stream',
        );
      } else if (unlike >= 0) {
        faults.add(
          `operator leaves out[${unlike}] as it was, or adds to it; it must write every entry, with =`,
        );
      } else if (infinite >= 0) {
        faults.add(
          `operator writes ${bare[infinite]!} into out[${infinite}] at θ = ${vectorText(theta)}, observation ${asText(observation)}`,
        );
      }
    }
  }
  return [...faults];
}

/** An agent that is made twice must be the same, bit for bit: every thread makes its own. */
function tryTwice(left: AnyAgent, other: AnyAgent, index: number, dimension: number): string[] {
  const theta = pointsFor(index, dimension).at(-1)!;
  const [first, second] = [left, other].map((agent) => observationsOf(agent, index));
  for (let step = 0; step < STEPS; step++) {
    const values = valueAt(left, theta, first!.take(theta));
    if (sameBits(values, valueAt(other, theta, second!.take(theta)))) continue;
    return [
      `made twice, the agent gives different numbers from observation ${step + 1} on; everything random must come from the generators that it is given`,
    ];
  }
  return [];
}

function asText(observation: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(observation);
  } catch {
    // A circle or the like: its type must do.
  }
  return text === undefined || text.length > 40 ? `of type ${typeof observation}` : text;
}
