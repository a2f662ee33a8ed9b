/** What a scenario may say of its settings: those of a run, and those of one algorithm. */
import { z } from 'zod';
import { isAlgorithm, isVariant } from '../algorithms/algorithm.ts';
import { passOn } from './passOn.ts';
import { POLICY } from '../policies/index.ts';
import { late } from '../policies/late.ts';
import { weight } from '../policies/stalenessWeight.ts';
import { timingModel } from '../timing/timingModel.ts';
import { readText } from '../values/text.ts';
import type { Value } from '../values/value.ts';
import { stepRule } from './stepRule.ts';
import { schemaOf } from './valueSchema.ts';

/** An integer from 1 to `most`. */
const count = (most: number): z.ZodType<number> => z.int().min(1).max(most);

const MOST_SEEDS = 1_000_000;
const LARGEST_INT32 = 2_147_483_647;

/** Settings that only some algorithms have: given to the run, or to one algorithm of it. */
const algorithmParameters = {
  stepSize: schemaOf(stepRule).optional(),
  serverStepSize: z.number().positive().optional(),
  momentum: z.number().positive().max(1).optional(),
  extrapolation: z.enum(['step-size', 'local-steps']).optional(),
  extrapolationNoise: z.enum(['independent', 'common']).optional(),
};

const algorithmSettings = z.strictObject(
  { name: z.string(), label: z.string().min(1).optional(), ...algorithmParameters },
  {
    error: (issue) =>
      issue.code === 'invalid_type' ? 'must be a name, { name, … } or an algorithm' : undefined,
  },
);

/** A name, or a name with parameters of its own. */
const algorithmChoice = z.unknown().superRefine((choice, context) => {
  if (typeof choice === 'string' || isAlgorithm(choice) || isVariant(choice)) return;
  passOn(algorithmSettings, choice, context);
});

/** An object, or the short text that stands for one on the command line. */
const orText = (value: Value): z.ZodType =>
  z.unknown().superRefine((given, context) => {
    if (typeof given !== 'string') {
      passOn(schemaOf(value), given, context);
      return;
    }
    const { fault } = readText(value, given);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/** Every field of RunSettings. */
export const settingsFields = {
  algorithms: z.array(algorithmChoice).min(1).optional(),
  set: z
    .record(z.string().regex(/^[^.]+\.[^.]+$/, { error: 'must be ALGORITHM.PARAMETER' }), z.unknown())
    .optional(),
  ...algorithmParameters,
  localSteps: count(LARGEST_INT32).optional(),
  communicationProbability: z.number().positive().max(1).optional(),
  rounds: z.int().min(0).max(LARGEST_INT32).optional(),
  steps: z.int().min(0).optional(),
  seeds: z
    .union([count(MOST_SEEDS), z.array(z.int()).min(1)], {
      error: `must be how many (1 to ${MOST_SEEDS}) or a list of integers`,
    })
    .optional(),
  initial: z.array(z.number()).optional(),
  sampling: z.enum(['markov', 'iid', 'exact']).optional(),
  stride: count(LARGEST_INT32).optional(),
  placement: z.enum(['own-thread', 'packed', 'inline']).optional(),
  threads: count(1024).optional(),
  kernels: z.enum(['auto', 'reference']).optional(),
  record: z
    .union([z.enum(['default', 'all']), z.strictObject({ every: count(LARGEST_INT32) })], {
      error: 'must be "default", "all" or { every } with a whole number from 1',
    })
    .optional(),
  iterates: z.boolean().optional(),
  average: z.number().min(0).lt(1).optional(),
  drawn: z.boolean().optional(),
  lyapunov: z.boolean().optional(),
  allowDivergence: z.boolean().optional(),
  policy: orText(POLICY).optional(),
  late: schemaOf(late).optional(),
  stalenessWeight: orText(weight).optional(),
  timing: schemaOf(timingModel).optional(),
  clock: z.enum(['virtual', 'wall']).optional(),
  strict: z.number().positive().optional(),
  tieSeed: z.int().optional(),
  verify: z.boolean().optional(),
  trace: z.boolean().optional(),
  updates: z.boolean().optional(),
};

interface ExcludingSettings {
  readonly localSteps?: unknown;
  readonly communicationProbability?: unknown;
  readonly rounds?: unknown;
  readonly steps?: unknown;
}

/** Refuses settings of one level that exclude each other. */
export function refuseExcluding(settings: ExcludingSettings, context: z.RefinementCtx): void {
  const { localSteps, communicationProbability, rounds, steps } = settings;
  if (localSteps !== undefined && communicationProbability !== undefined) {
    context.addIssue({
      code: 'custom',
      path: ['communicationProbability'],
      message: 'excludes localSteps; give one of them',
    });
  }
  if (rounds !== undefined && steps !== undefined) {
    context.addIssue({ code: 'custom', path: ['steps'], message: 'excludes rounds; give one of them' });
  }
}
