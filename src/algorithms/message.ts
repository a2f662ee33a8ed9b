/**
 * Messages of a protocol, each type one value: what its vectors are. Their form in memory that threads
 * share, their size and the columns that count them follow from it.
 */
import type { Vector } from '../maths/vector.ts';
import { isPromise } from '../values/promise.ts';

/** Head of every message, which the runtime writes. */
export interface Head {
  /** t, the round that the message belongs to; of a notice the round whose end it reports */
  readonly round: number;
  /** local steps that the message asks for, or, of an answer, that it comes after */
  readonly localSteps: number;
  /** of an answer: who gives it; −1 of what goes to all */
  readonly agent: number;
  /**
   * Whether the server has taken the answer to the message that the agent took up before this one, or
   * will with its next step; true where there was none.
   */
  readonly taken: boolean;
}

/** A message, whatever its type. */
export interface Message extends Head {
  readonly kind: string;
}

/** A message of one type: its vectors `[d]` under their names. */
export type MessageOf<Kind extends string, Field extends string> = Head & { readonly kind: Kind } & Readonly<
    Record<Field, Vector>
  >;

/** A type of message, whatever its vectors. */
export interface MessageType {
  (vectors: never): Message;
  readonly kind: string;
  /** names of its vectors, in the order in which they lie in memory */
  readonly fields: readonly string[];
  /** the vectors' symbols, for readers */
  readonly symbols: Readonly<Record<string, string>>;
  /** whether it sends the agent off on local steps */
  readonly asksForSteps: boolean;
  /** its size, where that is not 64 d bits for each vector */
  readonly bits?: MessageBits;
}

/**
 * Size of a message, in bits: a whole number from 0, of what a codec would write for its vectors; its head is not counted.
 *
 * @param vectors - of the message, by name, `[d]` each
 * @param d - their length
 * @param values - the algorithm's parameters
 */
export type MessageBits<Field extends string = never> = (
  vectors: Readonly<Record<Field, Vector>>,
  d: number,
  values: Readonly<Record<string, unknown>>,
) => number;

/** A type of message whose vectors are known. */
export interface TypedMessage<Kind extends string, Field extends string> extends MessageType {
  (vectors: Readonly<Record<Field, Vector>>): MessageOf<Kind, Field>;
}

/** Messages of some types, as a union distinguished by `kind`. */
export type Of<Types extends readonly MessageType[]> = Types[number] extends infer Type
  ? Type extends TypedMessage<infer Kind, infer Field>
    ? MessageOf<Kind, Field>
    : never
  : never;

/**
 * A type of message.
 *
 * @param kind - its name in traces and figures, unlike any other of the algorithm's
 * @param symbols - of its vectors of d doubles, by name, for readers: `{ theta: 'θ̄' }`
 * @param options - `localSteps: false` where it asks for none; `bits`, its size, where that is not 64 d bits for each vector
 */
export function message<const Kind extends string, const Field extends string>(
  kind: Kind,
  symbols: Readonly<Record<Field, string>>,
  {
    localSteps = true,
    bits,
  }: { readonly localSteps?: boolean; readonly bits?: MessageBits<NoInfer<Field>> } = {},
): TypedMessage<Kind, Field> {
  const make = (vectors: Readonly<Record<Field, Vector>>): MessageOf<Kind, Field> => ({
    kind,
    round: 0,
    localSteps: 0,
    agent: -1,
    taken: true,
    ...vectors,
  });
  return Object.defineProperties(make, {
    kind: { value: kind },
    fields: { value: Object.keys(symbols) },
    symbols: { value: symbols },
    asksForSteps: { value: localSteps },
    bits: { value: bits },
  }) as unknown as TypedMessage<Kind, Field>;
}

/** A vector of a message by its name. */
export function vectorOf(message: Message, field: string): Vector {
  return (message as unknown as Readonly<Record<string, Vector>>)[field]!;
}

/**
 * The same.
 *
 * @param wanted - d
 * @throws TypeError where it is not there, or is of another length
 */
export function vectorOfLength(message: Message, field: string, wanted: number): Vector {
  const vector = vectorOf(message, field) as Vector | undefined;
  if (vector?.length === wanted) return vector;
  const subject = vector === undefined ? 'none' : String(vector.length);
  throw new TypeError(
    `the message "${message.kind}" must have "${field}" of ${wanted} numbers (found ${subject})`,
  );
}

/**
 * The value that a user's own part has made, if it is a message of one of these types.
 *
 * @param dimension - d
 * @throws TypeError for anything else
 */
export function checkedMessage<Made>(made: Made, types: readonly MessageType[], dimension: number): Made {
  const type = types.find(({ kind }) => kind === (made as Message | undefined)?.kind);
  if (type === undefined) {
    const kinds = types.map(({ kind }) => `"${kind}"`).join(' or ');
    throw new TypeError(`a message of kind ${kinds} must be returned (found ${described(made)})`);
  }
  for (const field of type.fields) vectorOfLength(made as Message, field, dimension);
  return made;
}

/** A value that a user's own code has given, in a word. */
export function described(made: unknown): string {
  if (typeof made === 'function') return 'a function';
  if (isPromise(made)) return 'a promise';
  if (ArrayBuffer.isView(made) || Array.isArray(made)) return `${(made as Vector).length} numbers`;
  if (typeof made !== 'object' || made === null) return String(made);
  return 'kind' in made ? `"${String(made.kind)}"` : 'an object without a kind';
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Writes a message's head, which is the runtime's business and no algorithm's. */
export function writeHead<M extends Message>(message: M, round: number, localSteps: number, agent = -1): M {
  const head = message as Writable<Message>;
  head.round = round;
  head.localSteps = localSteps;
  head.agent = agent;
  return message;
}

/** A copy of a message, its reader's to keep. */
export function copyOf<M extends object>(message: M): M {
  const copy = { ...message } as Record<string, unknown>;
  for (const field in copy) {
    const value = copy[field];
    if (value instanceof Float64Array) copy[field] = value.slice();
  }
  return copy as M;
}
