/** What a scenario may say of its quick size and of its panels. */
import * as z from 'zod';
import { overrideProblem, type FieldsOfProblem } from './overrideProblem.ts';
import { isPanelName, PANEL_NAMES } from './panelName.ts';
import { FOUND, passOn } from './passOn.ts';
import { problemSchema } from './problemSchema.ts';
import { refuseExcluding, settingsFields } from './settingsSchema.ts';

/** Some fields of a problem, or a whole one: checked once it is merged. */
const override = z.record(z.string(), z.unknown(), { error: 'must be some fields of the problem' });

const quickSize = z
  .strictObject({ ...settingsFields, problem: override.optional() })
  .superRefine(refuseExcluding);

const panel = z
  .strictObject({
    ...settingsFields,
    title: z.string().min(1),
    at: z.number().positive().optional(),
    problem: override.optional(),
    quick: quickSize.optional(),
  })
  .superRefine(refuseExcluding);

/** The fields of a scenario that size it and multiply it. */
export const panelFields = {
  quick: quickSize.optional(),
  across: z.string().min(1).optional(),
  panels: z
    .record(z.string(), panel)
    .superRefine((panels, context) => {
      const names = Object.keys(panels);
      if (names.length === 0) context.addIssue({ code: 'custom', message: 'must have at least one panel' });
      for (const name of names) {
        if (isPanelName(name)) continue;
        const message = `a panel's name ${PANEL_NAMES}`;
        context.addIssue({ code: 'custom', path: [name], message, params: { [FOUND]: name } });
      }
    })
    .optional(),
};

interface Panelled {
  readonly problem: unknown;
  readonly quick?: { readonly problem?: unknown } | undefined;
  readonly across?: string | undefined;
  readonly panels?:
    | Readonly<
        Record<
          string,
          {
            readonly at?: number | undefined;
            readonly problem?: unknown;
            readonly quick?: { readonly problem?: unknown } | undefined;
          }
        >
      >
    | undefined;
}

/** Refuses an override that makes no valid problem, and panels of which some stand nowhere. */
export function refusePanels(definition: Panelled, context: z.RefinementCtx): void {
  const full = definition.problem as FieldsOfProblem;
  const merged = (
    base: FieldsOfProblem,
    override: unknown,
    path: readonly PropertyKey[],
  ): FieldsOfProblem => {
    if (override === undefined) return base;
    const problem = overrideProblem(base, override as FieldsOfProblem);
    passOn(problemSchema, problem, context, path);
    return problem;
  };
  const small = merged(full, definition.quick?.problem, ['quick', 'problem']);
  const panels = Object.entries(definition.panels ?? {});
  for (const [name, { at, problem, quick }] of panels) {
    const path = ['panels', name];
    merged(full, problem, [...path, 'problem']);
    merged(merged(small, problem, [...path, 'problem']), quick?.problem, [...path, 'quick', 'problem']);
    if ((at === undefined) !== (definition.across === undefined)) {
      const message =
        at === undefined
          ? 'is needed, since `across` says that panels differ in a number'
          : 'needs `across` in the scenario, which says what number this is';
      context.addIssue({ code: 'custom', path: [...path, 'at'], message });
    }
  }
  if (definition.across !== undefined && panels.length === 0) {
    context.addIssue({
      code: 'custom',
      path: ['across'],
      message: 'says what panels differ in; there are none',
    });
  }
}
