/** Reads and checks the manifest of a run directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { toldMetric } from '../configuration/metricSchema.ts';
import { paperFields } from '../configuration/paperField.ts';
import { MEASURES } from '../configuration/scenario.ts';
import { findAlgorithm } from '../algorithms/catalogue.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../configuration/configuration.ts';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { readJsonFile } from './jsonFile.ts';
import { MANIFEST_NAME } from './manifestFile.ts';
import type { Manifest } from './manifest.ts';
import { MOST_SEEDS, seedsOf } from './seedRanges.ts';
import { holdsSweep } from './sweepFile.ts';
import { budgetFault } from '../configuration/budget.ts';
import { DEFAULT_POLICY, type PolicyConfiguration, POLICY } from '../policies/index.ts';
import { lazySchemaOf as recorded } from '../configuration/valueSchema.ts';
import { oneKindOf } from '../values/kind.ts';
import { ALGORITHM_FORMS, type Parameter, type Parameters } from '../values/parameter.ts';
import { ALL_TRIGGERS, type TriggerConfiguration, type WorkTrigger } from '../triggers/index.ts';
import { byteLimit } from '../configuration/settings/byteLimit.ts';
import { RECORDED } from '../configuration/settings/runSettings.ts';
import { SETTINGS } from '../configuration/settings/table.ts';
import { isPathSegment, PATH_SEGMENTS } from './pathSegment.ts';

/** Becomes a part of a path. */
const segment = z.string().refine(isPathSegment, PATH_SEGMENTS);
const count = z.int().nonnegative();
const step = z.number();
const stepSize = z.union([
  step,
  z.looseObject({ kind: z.literal('decreasing'), scale: step, offset: step, exponent: step }),
  z.looseObject({
    kind: z.literal('doubling'),
    firstRounds: step,
    agents: step,
    localSteps: step,
    monotonicity: step,
  }),
]);
const schemaOf = (parameter: Parameter): z.ZodType =>
  parameter.kind === 'step size' ? stepSize : recorded(parameter, 'loose');
const described = { symbol: z.string(), help: z.string() };
/** Fields that parameters of one form alone have. */
const FORM_FIELDS: Readonly<Partial<Record<Parameter['kind'], z.ZodRawShape>>> = {
  choice: { words: z.array(z.string()) },
  text: { pattern: z.string().exactOptional() },
};
/** Of an algorithm that does not come with the program; its file is not looked at. */
const description = z.looseObject({
  file: z.string().nullable(),
  bundle: z.string(),
  title: z.string(),
  parameters: z.record(
    z.string(),
    z.discriminatedUnion(
      'kind',
      ALGORITHM_FORMS.map((kind) =>
        z.looseObject({ kind: z.literal(kind), ...FORM_FIELDS[kind], ...described }),
      ) as unknown as [z.ZodObject, ...z.ZodObject[]],
    ),
  ),
});
const algorithm = z
  .looseObject({
    name: z.string(),
    key: z.string().exactOptional(),
    label: z.string().exactOptional(),
    own: description.exactOptional(),
  })
  .superRefine((value, context) => {
    const known = value.own ?? findAlgorithm(value.name);
    if (!known) {
      context.addIssue({ code: 'custom', path: ['name'], message: `there is no algorithm "${value.name}"` });
      return;
    }
    for (const [name, parameter] of Object.entries(known.parameters as unknown as Parameters)) {
      const { error } = schemaOf(parameter).safeParse(value[name]);
      if (error) context.addIssue({ code: 'custom', path: [name], message: error.issues[0]!.message });
    }
  }) as unknown as z.ZodType<ScheduledAlgorithm>;
/** Of a policy or a trigger that does not come with the program. */
const ownKind = z.looseObject({
  kind: z.literal('own'),
  name: z.string(),
  file: z.string().nullable(),
  bundle: z.string(),
  settings: z.record(z.string(), z.unknown()),
  text: z.string(),
});
const ownPolicy = ownKind.extend({ carries: z.boolean() });
const ownTrigger = ownKind.extend({
  symbol: z.string(),
  differs: z.boolean(),
  meanGap: z.number().exactOptional(),
  law: z
    .discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('constant'), gap: z.number() }),
      z.looseObject({ kind: z.literal('geometric'), probability: z.number() }),
    ])
    .exactOptional(),
});
const placement = recorded(SETTINGS.placement.value);
/** The settings that stand in a configuration as they are; those of an older program have their defaults. */
const settings = Object.fromEntries(
  RECORDED.map(([name, { value, default: byDefault }]): [string, z.ZodType] => {
    const schema = recorded(value, 'loose');
    if (byDefault === undefined) return [name, schema.optional()];
    // The default may be a word that nobody can give: `auto`.
    return [name, z.union([schema, z.literal(byDefault as string)]).default(byDefault as string)];
  }),
);
const NOT_GIVEN = Object.fromEntries(RECORDED.map(([name]) => [name, undefined]));

const limits = { seconds: z.number().min(0).exactOptional(), bytes: recorded(byteLimit).exactOptional() };

// Loose objects: fields that a later program added are kept, and the ones known here are checked.
const interventionPlace = {
  ...{ algorithm: z.string(), seed: z.int(), from: z.enum(['server', 'agent']) },
  ...{ agent: count, dispatch: z.int().positive() },
};
const intervention = z.discriminatedUnion('kind', [
  z.looseObject({ ...interventionPlace, kind: z.literal('drop') }),
  z.looseObject({ ...interventionPlace, kind: z.literal('delay'), seconds: z.number().positive() }),
]);

const SEEDS = 'must be integers or ranges a..b, of at most a million seeds';
/** One by one through a schema, a million of them would take long. */
const areSeeds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MOST_SEEDS &&
  value.every((seed) => Number.isSafeInteger(seed) || typeof seed === 'string');

const configuration = z
  .looseObject({
    algorithms: z.array(algorithm),
    trigger: z.union([
      ownTrigger,
      recorded<TriggerConfiguration | WorkTrigger>(oneKindOf(ALL_TRIGGERS), 'loose'),
    ]),
    budget: z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('rounds'), rounds: count, ...limits }),
      z.looseObject({ kind: z.literal('steps'), steps: count, ...limits }),
      z.looseObject({ kind: z.literal('limits'), ...limits }),
    ]),
    seeds: z.custom<(number | string)[]>(areSeeds, SEEDS).transform((ranges, context) => {
      const seeds = seedsOf(ranges);
      if (seeds !== undefined) return seeds;
      context.addIssue(SEEDS);
      return z.NEVER;
    }),
    initial: z.array(z.number()),
    iterates: z.boolean(),
    bits: z.literal(true).exactOptional(),
    metrics: z.array(toldMetric).exactOptional(),
    interventions: z.array(intervention).exactOptional(),
    stopWhen: z.string().exactOptional(),
    policy: (z.union([ownPolicy, recorded(POLICY, 'loose')]) as z.ZodType<PolicyConfiguration>).default(
      DEFAULT_POLICY,
    ),
    ...settings,
  })
  // JSON has no undefined: a field that is not given comes back as one that is there, undefined.
  .transform((value) => ({ ...NOT_GIVEN, ...value }) as unknown as RunConfiguration);

const numbers = z.array(z.number());
const curve = z
  .looseObject({
    rounds: z.array(count),
    meanSquare: numbers,
    biasSquare: numbers,
    neglects: z.string().exactOptional(),
    relativeError: z.array(z.number().nullable()).exactOptional(),
    biasRelativeError: z.array(z.number().nullable()).exactOptional(),
    exactNeeds: z.number().exactOptional(),
    seeds: count.exactOptional(),
    arrivals: z
      .array(z.looseObject({ seed: z.int(), meanSquare: numbers, biasSquare: numbers }))
      .exactOptional(),
    thinnedFrom: z.number().exactOptional(),
    overSchedules: z.literal(true).exactOptional(),
    leftAtStart: z.number().exactOptional(),
  })
  .refine(
    ({ rounds, arrivals = [], ...curve }) =>
      curve.meanSquare.length === rounds.length &&
      curve.biasSquare.length === rounds.length &&
      arrivals.every(({ meanSquare, biasSquare }) => meanSquare.length === biasSquare.length),
    'as many meanSquare and biasSquare as rounds are needed',
  )
  // Versions before this one also recorded approximations without an estimate of their error.
  .transform((value) =>
    value.neglects !== undefined && value.relativeError === undefined
      ? { reason: 'recorded without an estimate of its error; fedsa report --exact computes it anew' }
      : value,
  );

const noiseFreeCurve = z
  .looseObject({ rounds: z.array(count), errors: numbers, seeds: count.exactOptional() })
  .refine(({ rounds, errors }) => errors.length === rounds.length, 'as many errors as rounds are needed');

const unknown = z.looseObject({
  ...{ reason: z.string(), needed: z.number().exactOptional(), leftAtStart: z.number().exactOptional() },
});

const stableStep = z.looseObject({
  step: z.number().nullable(),
  relativeError: z.number().nullable(),
  kind: z.enum(['exact', 'approximate', 'none']),
  reason: z.string().nullable(),
});

const work = z.looseObject({
  ...{ dispatches: count, localSteps: count, bytes: count },
  ...{ late: count, lost: count, givenUp: count, wastedSteps: count, wastedBytes: count },
});

const selections = z.looseObject({ closed: count, tied: count });

/** The fields of a manifest as JSON has them, each by itself. */
const fields = z.looseObject({
  format: z.literal('fedsa-run/1'),
  version: z.string(),
  commit: z.string().nullable(),
  tick: z.number().exactOptional(),
  node: z.string(),
  machine: z.looseObject({
    platform: z.string(),
    architecture: z.string(),
    cpu: z.string(),
    cores: count,
    memoryBytes: count,
  }),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(['running', 'completed', 'failed', 'interrupted']),
  failure: z.string().nullable(),
  arguments: z.array(z.string()),
  scenario: z.looseObject({
    name: segment,
    title: z.string(),
    question: z.string(),
    reproduces: z.string().nullable(),
    measure: z.enum(MEASURES).optional(),
    ...paperFields,
    sizes: z.array(z.string()).optional(),
    file: z.string().nullable(),
    sha256: z.string().nullable(),
    bundle: z.string().optional(),
  }),
  problem: z.looseObject({
    kind: z.string(),
    agents: count,
    dimension: count,
    specification: z.unknown(),
    root: z.array(z.number()).nullable(),
    rootError: z.number().nonnegative().exactOptional(),
    survivors: z
      .array(
        z.looseObject({
          agents: z.array(z.tuple([count, count])),
          from: z.number(),
          until: z.number().nullable(),
          squaredDistance: z.number(),
        }),
      )
      .exactOptional(),
  }),
  configuration,
  placement: z
    .looseObject({
      name: placement,
      threads: count,
      unit: z.enum(['agents', 'replications']),
      workers: z.array(z.string()).exactOptional(),
    })
    .nullable(),
  predictions: z.array(
    z.looseObject({
      algorithm: z.string(),
      limitError: z.number().nullable(),
      // a kind that an earlier version wrote and this one does not know counts as none
      limitKind: z.enum(['exact', 'closure', 'noise-free']).nullable().default(null).catch(null),
      roundFactor: z.number().nullable(),
      stability: z.looseObject({ mean: stableStep, meanSquare: stableStep }).exactOptional(),
      meanSquareFactor: z.number().nullable().exactOptional(),
      meanSquareFactorError: z.number().exactOptional(),
      source: z.string(),
      exact: z.union([curve, unknown]).exactOptional(),
      noiseFree: z.union([noiseFreeCurve, unknown]).exactOptional(),
      drift: z.number().exactOptional(),
    }),
  ),
  runs: z.array(
    z.looseObject({
      algorithm: z.string(),
      seed: z.int(),
      lastSeed: z.int().exactOptional(),
      state: z.enum(['pending', 'completed', 'diverged', 'failed', 'interrupted']),
      rounds: count,
      // of agents that each go at their own pace, the mean over them
      steps: z.number().nonnegative(),
      mostRounds: count.exactOptional(),
      mostSteps: z.number().nonnegative().exactOptional(),
      stopped: z.literal(true).exactOptional(),
      rows: count.exactOptional(),
      beside: z.record(z.string(), count).exactOptional(),
      work: work.exactOptional(),
      selections: selections.exactOptional(),
    }),
  ),
});

/** θ_0 has as many coordinates as the problem. */
function refuseOtherLength(
  { configuration, problem }: Pick<z.output<typeof fields>, 'configuration' | 'problem'>,
  context: z.RefinementCtx,
): void {
  const { length } = configuration.initial;
  if (length === problem.dimension) return;
  const message = `must have ${problem.dimension} coordinates, as the problem has (found ${length})`;
  context.addIssue({ code: 'custom', path: ['configuration', 'initial'], message });
}

/** Local steps are no length under a policy that leaves some of them out. */
function refuseUnclearLength(
  { configuration: { policy, budget } }: Pick<z.output<typeof fields>, 'configuration'>,
  context: z.RefinementCtx,
): void {
  const message = policy.kind === 'own' ? undefined : budgetFault(policy, budget);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['configuration', 'budget'], message });
}

/** A manifest as JSON has it. */
export const manifestSchema = fields.superRefine(refuseOtherLength).superRefine(refuseUnclearLength);

/**
 * The manifest of a run directory.
 *
 * @param directory - the folder that holds manifest.json
 * @throws InputError in one line: there is none, it is no JSON or of another format, or the
 * first field that is wrong
 */
export const readManifest = (directory: string): Manifest => readAs(manifestSchema, directory);

/** What a run was and how far it came, without what theory says, which takes longest to check. */
export type RunSummary = Omit<Manifest, 'predictions'>;
const summarySchema = fields
  .omit({ predictions: true })
  .superRefine(refuseOtherLength)
  .superRefine(refuseUnclearLength);

/**
 * A manifest for those who look at many.
 *
 * @throws InputError as {@link readManifest}
 */
export const readRunSummary = (directory: string): RunSummary => readAs(summarySchema, directory);

function readAs<T>(schema: z.ZodType<T>, directory: string): T {
  const file = join(directory, MANIFEST_NAME);
  if (holdsSweep(directory) && !existsSync(file))
    throw new InputError(
      `${directory}: is a sweep; name the folder of one of its runs, ${join(directory, 'runs', 'KEY')}`,
    );
  const parsed = schema.safeParse(readJsonFile(file, 'manifest'));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length === 0 ? 'the file' : fieldName(issue.path);
  throw new InputError(`${file}: ${quoted(where)}: ${quoted(issue.message.replace(/\s+/g, ' '))}`);
}

/** `['runs', 0, 'seed']` as `runs[0].seed`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
