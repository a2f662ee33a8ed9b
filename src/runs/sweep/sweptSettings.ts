/** From the texts of a point's values to its settings and its problem. */
import type { ScenarioProblem } from '../../problems/specification.ts';
import { InputError } from '../../values/failure.ts';
import { checkDefinition } from '../../configuration/checkDefinition.ts';
import { overlay } from '../../configuration/overlay.ts';
import { withPolicySetting } from '../../configuration/policySettings.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import {
  type Option,
  OPTIONS,
  type RunSettings,
  settingByFlag,
} from '../../configuration/settings/runSettings.ts';
import type { Point } from '../../configuration/sweep/grid.ts';
import { nearest } from '../../values/nearest.ts';
import { readOption } from '../../inputs/optionText.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';

/** Settings that stand for many runs or parameters, and the clock, on which no run comes out twice the same. */
const NOT_SWEPT = ['seeds', 'set', 'clock'];
const PROBLEM = 'problem.';
const POLICY = 'policy.';

const isSwept = ({ flag, sameNumbers }: Option): boolean => !sameNumbers && !NOT_SWEPT.includes(flag);

/** Values of one name that are kept in mind while points are gone through. */
const KEPT_VALUES = 10_000;

/** The values of one name, as far as they have been asked for. */
type Read = Map<string, Promise<RunSettings>>;

/** Makes settings of points; what a text stands for is read once. */
export class SweptSettings {
  readonly #names = new Map<string, Read>();
  readonly #leaving: Parameters<typeof overlay>[2];

  /** @param leaving - how points leave out algorithms that cannot run there */
  constructor(leaving: Parameters<typeof overlay>[2]) {
    this.#leaving = leaving;
  }

  /**
   * The settings of a point over weaker ones.
   *
   * @throws InputError in one line, for a name that cannot be swept and a value that it cannot have
   */
  async over(weaker: ScenarioDefinition, point: Point): Promise<ScenarioDefinition> {
    let settings: RunSettings = {};
    const fields: [path: string, text: string][] = [];
    const policy: [name: string, text: string][] = [];
    for (const [name, text] of Object.entries(point)) {
      if (name.startsWith(PROBLEM)) fields.push([name.slice(PROBLEM.length), text]);
      else if (name.startsWith(POLICY)) policy.push([name.slice(POLICY.length), text]);
      else settings = together(settings, await this.#settingsOf(name, text));
    }
    const set = settings.set && { ...weaker.set, ...settings.set };
    const chosen = overlay(weaker, { ...settings, ...(set && { set }) }, this.#leaving);
    const whole =
      policy.length === 0
        ? chosen
        : { ...chosen, policy: policy.reduce<RunSettings['policy']>(withPolicySetting, chosen.policy)! };
    if (fields.length === 0) return whole;
    const problem = fields.reduce<unknown>(
      (entry, [path, text]) => withField(entry, path.split('.'), text),
      weaker.problem,
    );
    // The sizes and panels of the scenario have been settled; what is left is one run.
    checkDefinition({ ...weaker, problem }, `\`grid\` ${fields.map(([path]) => PROBLEM + path).join(', ')}`);
    return { ...whole, problem: problem as ScenarioProblem };
  }

  #settingsOf(name: string, text: string): Promise<RunSettings> {
    let read = this.#names.get(name);
    if (read === undefined) this.#names.set(name, (read = new Map<string, Promise<RunSettings>>()));
    let settings = read.get(text);
    if (settings !== undefined) return settings;
    settings = this.#read(name, text);
    if (read.size < KEPT_VALUES) read.set(text, settings);
    return settings;
  }

  async #read(name: string, text: string): Promise<RunSettings> {
    if (name.includes('.') && !name.startsWith('.')) return { set: { [name]: text } };
    const option = settingByFlag(name);
    if (option === undefined || !isSwept(option)) {
      const near = nearest(
        name,
        OPTIONS.filter(isSwept).map(({ flag }) => flag),
      );
      const question = near === undefined ? '' : ` (did you mean ${near}?)`;
      throw new InputError(
        `\`grid\`: ${name} is no option of a run that changes its numbers${question}; name one without its dashes (step-size), a field of the problem (problem.agents), a setting of the policy (policy.count), or ALGORITHM.PARAMETER (fedhsa.server-step-size)`,
      );
    }
    const reading = readOption(option, text);
    if (reading.fault !== undefined) throw new InputError(`\`grid\` ${name}: ${text}: ${reading.fault}`);
    return withOwnFiles(option.set(reading.value));
  }
}

/** Settings side by side: those that hold several things are merged. */
const together = (first: RunSettings, other: RunSettings): RunSettings => ({
  ...first,
  ...other,
  ...(first.set && other.set && { set: { ...first.set, ...other.set } }),
  ...(first.timing && other.timing && { timing: { ...first.timing, ...other.timing } }),
});

/** A value with one field, perhaps of a field, replaced. */
function withField(value: unknown, [name, ...path]: readonly string[], text: string): unknown {
  const fields = typeof value === 'object' && value !== null ? value : {};
  const before = (fields as Readonly<Record<string, unknown>>)[name!];
  return { ...fields, [name!]: path.length === 0 ? plainValue(text) : withField(before, path, text) };
}

/** A number, true, false, null, a list or an object as JSON has it; any other text is a text. */
function plainValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Number.isNaN(Number(text)) ? text : Number(text);
  }
}
