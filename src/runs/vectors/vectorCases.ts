/** Cases of the vectors: algorithms of the papers with either trigger, fewer agents than all, servers without rounds. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { fedHsa } from '../../algorithms/fedHsa.ts';
import { localSa } from '../../algorithms/localSa.ts';
import { localSgdMomentum } from '../../algorithms/localSgdMomentum.ts';
import { minibatchSgd } from '../../algorithms/minibatchSgd.ts';
import { richardsonRomberg } from '../../algorithms/richardsonRomberg.ts';
import { scafflsa } from '../../algorithms/scafflsa.ts';
import { scaffold } from '../../algorithms/scaffold.ts';
import { asynchronous } from '../../policies/asynchronous.ts';
import { buffered } from '../../policies/buffered.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import type { PolicyConfiguration } from '../../policies/index.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';

/** Participants by round, or the order of answers. */
export type Schedule =
  /** all, in each round */
  | { readonly kind: 'everyone'; readonly rounds: number }
  /** these, in each round */
  | { readonly kind: 'participants'; readonly agents: readonly (readonly number[])[] }
  /** without rounds: whose answers come, in this order; agents are always at work */
  | { readonly kind: 'arrivals'; readonly policy: PolicyConfiguration; readonly agents: readonly number[] };

/** One trajectory of the vectors. */
export interface VectorCase {
  readonly name: string;
  readonly algorithm: ScheduledAlgorithm;
  readonly trigger: TriggerConfiguration;
  readonly schedule: Schedule;
}

/** η, and those of servers: large enough for three rounds to differ, small enough for them to stay near. */
const SIZES = { stepSize: 0.1, serverStepSize: 0.7, momentum: 0.6 };

const configured = ({ name, parameters }: Algorithm): ScheduledAlgorithm => {
  const given = Object.entries(SIZES).filter(([parameter]) => parameter in parameters);
  const defaults = Object.entries(parameters).flatMap(([parameter, { default: value }]) =>
    value === undefined ? [] : [[parameter, value] as const],
  );
  return { name, ...Object.fromEntries([...defaults, ...given]) } as unknown as ScheduledAlgorithm;
};

const DETERMINISTIC: TriggerConfiguration = { kind: 'deterministic', localSteps: 3 };
const BERNOULLI: TriggerConfiguration = { kind: 'bernoulli', probability: 0.3 };

const weight = { kind: 'polynomial', exponent: 0.5 } as const;

/** Agent 0 answers most often, agent 2 least. */
const ORDER = [0, 1, 0, 0, 2, 1];

/** Algorithms of the papers; an independent program of the tests has each of them. */
const PAPERS_ALGORITHMS: readonly Algorithm[] = [
  localSa,
  scafflsa,
  fedHsa,
  minibatchSgd,
  localSgdMomentum,
  scaffold,
  richardsonRomberg,
];

/** In the order of the file. */
export const VECTOR_CASES: readonly VectorCase[] = [
  ...PAPERS_ALGORITHMS.flatMap((described): VectorCase[] => {
    const { name } = described;
    const algorithm = configured(described);
    const schedule = { kind: 'everyone', rounds: 3 } as const;
    return [
      { name, algorithm, trigger: DETERMINISTIC, schedule },
      { name: `${name}-bernoulli`, algorithm, trigger: BERNOULLI, schedule },
    ];
  }),
  {
    name: `${scaffold.name}-participation`,
    algorithm: configured(scaffold),
    trigger: DETERMINISTIC,
    schedule: {
      kind: 'participants',
      agents: [
        [0, 1],
        [1, 2],
        [0, 2],
      ],
    },
  },
  {
    name: `${localSa.name}-${buffered.name}`,
    algorithm: configured(localSa),
    trigger: DETERMINISTIC,
    schedule: {
      kind: 'arrivals',
      policy: { kind: buffered.name, count: 2, weight, serverStepSize: 0.9 },
      agents: ORDER,
    },
  },
  {
    name: `${localSa.name}-${asynchronous.name}`,
    algorithm: configured(localSa),
    trigger: DETERMINISTIC,
    schedule: { kind: 'arrivals', policy: { kind: asynchronous.name, mixing: 0.6, weight }, agents: ORDER },
  },
];
