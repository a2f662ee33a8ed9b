/** Checks what a scenario file says, field by field, before anything is built. */
import * as z from 'zod';
import { InputError } from '../values/failure.ts';
import { pathText } from '../values/path.ts';
import { issueWords } from './issueWords.ts';
import { madeMetrics } from './metricSchema.ts';
import { panelFields, refusePanels } from './panelSchema.ts';
import { paperFields, refusePaper } from './paperField.ts';
import { FOUND, saysAll, valueAt } from './passOn.ts';
import { planField } from './planField.ts';
import { problemSchema } from './problemSchema.ts';
import { MEASURES, type ScenarioDefinition } from './scenario.ts';
import { refuseExcluding, settingsFields } from './settingsSchema.ts';

const values = z.union([z.string(), z.array(z.union([z.number(), z.string(), z.boolean()])).min(1)], {
  error: 'must be a list of values, or a text as on the command line, such as "0.001..0.1:log5"',
});

const sweepField = z.strictObject({
  grid: z.record(z.string(), values).optional(),
  zip: z.record(z.string(), values).optional(),
  where: z
    .custom<(point: unknown) => boolean>((value) => typeof value === 'function', {
      error: 'must be a function of a point that says whether it is run',
    })
    .optional(),
});

const definition = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, { error: 'must be of letters, digits and hyphens' }),
    title: z.string().min(1),
    question: z.string(),
    answer: z
      .custom((value) => typeof value === 'function', { error: 'must be a function of what was found' })
      .optional(),
    reproduces: z.string().optional(),
    ...paperFields,
    measure: z.enum(MEASURES).optional(),
    problem: problemSchema,
    metrics: madeMetrics.optional(),
    ...settingsFields,
    ...panelFields,
    sweep: sweepField.optional(),
    plan: z.lazy(planField).optional(),
  })
  .superRefine(refuseExcluding)
  .superRefine(refusePanels)
  .superRefine(refusePaper);

const settings = z.strictObject(settingsFields).superRefine(refuseExcluding);

/** So many faults are printed in full, and the others counted. */
const MOST_TOLD = 4;

/**
 * The definition as it came, if it can be used.
 *
 * @param where - the file, for messages
 * @throws InputError in one line, naming the fields that cannot be used, each with what would be right
 */
export const checkDefinition = (value: unknown, where: string): ScenarioDefinition =>
  checkedBy(definition, value, where, 'the scenario') as ScenarioDefinition;

/**
 * Checks the settings that a program gives beside a scenario.
 *
 * @throws InputError in one line, as {@link checkDefinition}
 */
export function checkSettings(given: object): void {
  checkedBy(settings, given, 'settings', 'the object');
}

/** The same of what it asks of a plan, beside what a scenario says. */
export function checkPlan(asked: object): void {
  checkedBy(planField().partial(), asked, 'plan', 'the object');
}

/** The same of a grid. */
export function checkSweep(swept: object): void {
  checkedBy(sweepField, swept, 'sweep', 'the object');
}

/**
 * A value as a schema has it.
 *
 * @param where - the file, for messages
 * @param whole - what the value is, likewise
 * @throws InputError in one line, naming the fields that cannot be used, each with what would be right
 */
export function checkedBy<T>(schema: z.ZodType<T>, value: unknown, where: string, whole: string): T {
  const result = schema.safeParse(value, { error: issueWords });
  if (result.success) return result.data;
  const faults = [...new Set(result.error.issues.map((issue) => faultText(issue, value, whole)))];
  const others = faults.length - MOST_TOLD;
  const more = others <= 0 ? '' : ` (and ${others} more problem${others === 1 ? '' : 's'})`;
  throw new InputError(`${where}: ${faults.slice(0, MOST_TOLD).join('; ')}${more}`);
}

/** A fault with the path of its field and, where the message does not say it, what was found there. */
function faultText(issue: z.core.$ZodIssue, value: unknown, whole: string): string {
  const place = issue.path.length === 0 ? whole : `${pathText(issue.path)}:`;
  if (saysAll(issue)) return `${place} ${issue.message}`;
  const params = issue.code === 'custom' ? issue.params : undefined;
  const found = describe(params && FOUND in params ? params[FOUND] : valueAt(value, issue.path));
  return `${place} ${issue.message} (found ${found})`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A circle, or something in it that JSON cannot hold.
  }
  text ??= typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
