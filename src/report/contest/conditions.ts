/**
 * What results must have in common to be compared: everything but what their method chooses. Problem, sampling, times and the start
 * are conditions. Lengths and seeds are neither, since runs are compared on common seeds for as long as they last; nor is what is recorded.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '../../recording/manifest.ts';
import { ALL_SETTINGS, settingByFlag } from '../../configuration/settings/runSettings.ts';
import type { SETTINGS } from '../../configuration/settings/table.ts';

type Role = 'method' | 'condition' | 'length' | 'recording';

const ROLES = {
  ...{ algorithms: 'method', set: 'method', policy: 'method', late: 'method', stalenessWeight: 'method' },
  ...{ localSteps: 'method', communicationProbability: 'method', trigger: 'method', workSeconds: 'method' },
  stride: 'method',
  ...{ sampling: 'condition', timing: 'condition', clock: 'condition', initial: 'condition' },
  tieSeed: 'condition',
  ...{ rounds: 'length', steps: 'length', seconds: 'length', bytes: 'length', seeds: 'length' },
  ...{ average: 'recording', drawn: 'recording', lyapunov: 'recording', record: 'recording' },
  ...{ iterates: 'recording', updates: 'recording', agentErrors: 'recording', trace: 'recording' },
  ...{ reach: 'recording', verify: 'recording', strict: 'recording', allowDivergence: 'recording' },
  ...{ placement: 'recording', hosts: 'recording', threads: 'recording', kernels: 'recording' },
} as const satisfies Readonly<Record<keyof typeof SETTINGS, Role>>;

/** Fields of a configuration that no single setting stands for. */
const RESOLVED: Readonly<Record<string, Role>> = {
  ...{ algorithms: 'method', trigger: 'method', policy: 'method' },
  ...{ budget: 'length', seeds: 'length' },
  ...{ iterates: 'recording', bits: 'recording', metrics: 'recording' },
};

const RECORDED_ROLES = new Map(
  Object.entries(ROLES).map(([field, role]): [string, Role] => [
    ALL_SETTINGS[field]!.recorded ?? field,
    role,
  ]),
);

/** A field that is not known is a condition: then results that differ in it are not compared. */
const roleOf = (field: string): Role => RESOLVED[field] ?? RECORDED_ROLES.get(field) ?? 'condition';

const fieldsOf = ({ configuration }: Pick<Manifest, 'configuration'>, role: Role): object =>
  Object.fromEntries(Object.entries(configuration).filter(([field]) => roleOf(field) === role));

type Configured = Pick<Manifest, 'configuration' | 'problem'>;

/** The condition of a run: runs with an equal one are compared with one another. */
export const conditionOf = (manifest: Configured): { readonly problem: Partial<Manifest['problem']> } => {
  const { kind, agents, dimension, specification, root } = manifest.problem;
  // Of large arrays a specification has the sizes alone; their root differs.
  return { ...fieldsOf(manifest, 'condition'), problem: { kind, agents, dimension, specification, root } };
};

/** Names of the conditions in which two runs differ: `problem`, and fields of the configuration. */
export function differingConditions(first: Configured, second: Configured): string[] {
  const [a, b] = [fieldsOfCondition(first), fieldsOfCondition(second)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => !isDeepStrictEqual(a[name], b[name]),
  );
}

function fieldsOfCondition(run: Configured): Readonly<Record<string, unknown>> {
  const { problem, ...fields } = conditionOf(run);
  const { built } = (problem.specification ?? {}) as { readonly built?: unknown };
  // A problem file is the same wherever it lies.
  return { problem: built === undefined ? problem : { ...problem, specification: built }, ...fields };
}

/** The method of one algorithm of a run. */
export const methodOf = (manifest: Pick<Manifest, 'configuration'>, algorithm: unknown): unknown => ({
  ...fieldsOf(manifest, 'method'),
  algorithms: algorithm,
});

/** Whether a name of a sweep stands for a condition: a field of the problem, or a setting of that role. */
export function isCondition(name: string): boolean {
  if (name === 'agents' || name.startsWith('problem.')) return true;
  const field = settingByFlag(name)?.field.split(/[.,]/, 1)[0];
  return field !== undefined && field in ROLES && ROLES[field as keyof typeof ROLES] === 'condition';
}
