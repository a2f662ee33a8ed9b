/** A family of problems as one value: what it is, what may be asked of it, and how it is built. */
import type { Check, Fields, SpecificationOf } from '../values/value.ts';
import type { Problem } from './operator.ts';

/** What every family says of itself. */
interface About<K extends string, F extends Fields> {
  /** its name in scenarios */
  readonly kind: K;
  /** for lists and tables */
  readonly title: string;
  /** paper and section, where there is one */
  readonly source?: string;
  readonly fields: F;
  /** conditions on several fields together */
  readonly check?: Check<SpecificationOf<K, F>>;
}

/** A family that every thread can build from its specification, which is plain data. */
export interface Family<K extends string, F extends Fields, Own = undefined> extends About<K, F> {
  /**
   * Builds a problem; its agents are built when they are asked for.
   *
   * @param exported - what cannot be said as data: the function that a user's module exports
   */
  readonly build: (specification: SpecificationOf<K, F>, exported?: Own) => Problem;
}

/** A problem that lies in files: read before the run, into the specification of another family. */
export interface FileFamily<K extends string, F extends Fields> extends About<K, F> {
  /** kinds that it may be of */
  readonly readInto: readonly string[];
}

/** Declares a family. */
export const family = <const K extends string, const F extends Fields, Own = undefined>(
  value: Family<K, F, Own>,
): Family<K, F, Own> => value;

/** Declares a family that lies in files. */
export const fileFamily = <const K extends string, const F extends Fields>(
  value: FileFamily<K, F>,
): FileFamily<K, F> => value;
