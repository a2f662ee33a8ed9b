/** Checks what a program passes to the library's functions beside scenario and settings, before anything is done. */
import * as z from 'zod';
import { checkedBy } from '../../configuration/checkDefinition.ts';
import { VERIFYING_SEEDS } from '../../configuration/planField.ts';
import { WORST_RANGES } from '../../configuration/worstRanges.ts';
import { schemaOf } from '../../configuration/valueSchema.ts';
import { THEORY_PARTS } from '../../theory/theoryParts.ts';
import { levels } from '../../values/level.ts';

const text = z.string();
const flag = z.boolean();
const count = z.int().min(1);
const within = ([least, most]: readonly [number, number]) => z.int().min(least).max(most);
const call = z.custom((value) => typeof value === 'function', { error: 'must be a function' });

const FIELDS = {
  ...{ out: text, store: text, dataDirectory: text, nats: text, panel: text, against: text },
  ...{ report: flag, exact: flag, interactive: flag, quick: flag, full: flag, failFast: flag },
  ...{ meanSquare: flag, stopWhen: call, observe: call, observeCurves: call, decided: call },
  ...{ agents: count, problemSeeds: count },
  ...{ staleness: within(WORST_RANGES.staleness), period: within(WORST_RANGES.period) },
  verify: within(VERIFYING_SEEDS),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }),
  only: z.array(z.enum(THEORY_PARTS)).min(1),
  reach: schemaOf(levels),
  slice: z
    .strictObject({ index: z.int().min(0), of: count })
    .refine(({ index, of: slices }) => index < slices, { error: 'must have an index below of' }),
};
type Field = keyof typeof FIELDS;

const CHOICE = ['panel', 'quick', 'agents'] as const;
const MEMORY = [...CHOICE, 'stopWhen', 'dataDirectory', 'nats', 'signal', 'observe'] as const;
const RUN = [...MEMORY, 'out', 'store', 'report', 'exact', 'interactive'] as const;

/** The options of each function; `inMemory` is a run that is in no file. */
const OPTIONS = {
  inMemory: MEMORY,
  run: RUN,
  runPanels: RUN.filter((name) => name !== 'panel' && name !== 'stopWhen'),
  theory: [...CHOICE, 'only', 'exact'],
  plan: [...CHOICE, 'dataDirectory', 'signal', 'verify', 'out'],
  atlas: [...CHOICE, 'dataDirectory', 'signal', 'out'],
  worst: [...CHOICE, 'dataDirectory', 'signal', 'staleness', 'period', 'meanSquare'],
  sweep: [
    ...CHOICE,
    ...(['out', 'store', 'dataDirectory', 'report', 'signal', 'slice', 'failFast', 'observe'] as const),
  ],
  report: ['exact', 'dataDirectory', 'signal', 'reach', 'interactive', 'full', 'observeCurves'],
  check: ['dataDirectory'],
  replay: ['dataDirectory', 'signal'],
  replayWith: ['dataDirectory', 'signal', 'out', 'report', 'observe'],
  reproduce: ['out', 'dataDirectory', 'signal', 'quick', 'problemSeeds', 'against', 'decided'],
} satisfies Readonly<Record<string, readonly Field[]>>;

/**
 * Checks the options of a function.
 *
 * @throws InputError in one line, naming those that cannot be used, each with what would be right
 */
export function checkOptions(name: keyof typeof OPTIONS, options: object): void {
  const fields = Object.fromEntries(OPTIONS[name].map((field) => [field, FIELDS[field].optional()]));
  checkedBy(z.strictObject(fields), options, 'options', 'the object');
}

const ARGUMENTS = {
  ...{ directory: text, name: text, names: z.array(text), signal: FIELDS.signal.optional() },
  ...{ epsilons: schemaOf(levels).optional(), base: text.optional() },
  changes: z.record(text, z.union([text, z.number()], { error: 'must be a number or a text' })),
};

/** The same of what a function takes one after the other. */
export function checkArguments(given: Readonly<Partial<Record<keyof typeof ARGUMENTS, unknown>>>): void {
  const fields = Object.entries(ARGUMENTS).filter(([name]) => name in given);
  checkedBy(z.strictObject(Object.fromEntries(fields)), given, 'arguments', 'the object');
}
