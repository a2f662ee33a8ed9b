/** An algorithm some of whose agents send false answers; the agents' streams and local steps are as without the attack. */
import type { Vector } from '../maths/vector.ts';
import type { RunTrigger } from '../triggers/index.ts';
import {
  type AgentLogic,
  type AgentSite,
  algorithm,
  type Algorithm,
  type ServerLogic,
  type ServerSite,
} from './algorithm.ts';
import { type Message, vectorOf } from './message.ts';

/** Attackers by their numbers, and the form of their answers. */
export interface Attacked {
  /** the attackers, from 0 */
  readonly agents: readonly number[];
  /** `sign-flip`: an answer's vectors with the other sign; `constant`: this number in all coordinates */
  readonly attack: 'sign-flip' | { readonly constant: number };
  /** in files and on the command line; `attacked-` and the algorithm's name where left out */
  readonly name?: string;
}

type Given = Readonly<Record<string, unknown>>;

/** A vector that an attacker sends instead `[d]`. */
function falsified(attack: Attacked['attack'], vector: Vector): Float64Array {
  const out = Float64Array.from(vector);
  return attack === 'sign-flip' ? out.map((x) => -x) : out.fill(attack.constant);
}

/**
 * The algorithm under an attack, an algorithm of its own with the same parameters.
 *
 * @throws TypeError in one line where no agent attacks, or a number is none from 0 on
 */
export function attacked(
  base: Algorithm,
  { agents, attack, name = `attacked-${base.name}` }: Attacked,
): Algorithm {
  if (agents.length === 0 || !agents.every((agent) => Number.isInteger(agent) && agent >= 0))
    throw new TypeError(
      `algorithm ${name}: agents must list numbers from 0 (found ${JSON.stringify(agents)})`,
    );
  const attackers = new Set(agents);
  const { title, source, parameters, messages, under, invariant, notOnMeans } = base;
  const fieldsOf = ({ kind }: Message): readonly string[] =>
    messages.up.find((type) => type.kind === kind)!.fields;
  return algorithm({
    name,
    title: `${title}, attacked`,
    source,
    parameters,
    messages,
    streams: (values: Given) => base.streams(values),
    coins: base.coins,
    ...(base.refuse && {
      refuse: (constants: Given, trigger: RunTrigger) => base.refuse?.(constants, trigger),
    }),
    ...(under && { under }),
    // Theory runs few agents for many that are alike.
    nonlinear: base.nonlinear ?? 'attackers are not like the other agents',
    ...(notOnMeans !== undefined && { notOnMeans }),
    ...(invariant && { invariant }),
    agent: (values: Given, site: AgentSite): AgentLogic => {
      const part = base.agent(values, site);
      if (!attackers.has(site.agent)) return part;
      return {
        ...part,
        answer: (message, work, second) => {
          const honest = part.answer(message, work, second);
          const vectors = fieldsOf(honest).map((field) => [
            field,
            falsified(attack, vectorOf(honest, field)),
          ]);
          return { ...honest, ...Object.fromEntries(vectors) } as Message;
        },
      };
    },
    server: (values: Given, site: ServerSite): ServerLogic => base.server(values, site),
  } as unknown as Parameters<typeof algorithm>[0]);
}
