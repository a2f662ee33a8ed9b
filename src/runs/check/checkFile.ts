/** What is wrong with a scenario or a problem file, by trying it: what `fedsa check` does. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importAgentFactory } from '../../../actors/agent/userFile.ts';
import type { ModuleSpecification, ScenarioProblem } from '../../problems/specification.ts';
import { makeUserAgent } from '../../problems/userModule/family.ts';
import { compilerEnded } from '../../values/compilerEnded.ts';
import { firstLine, InputError } from '../../values/failure.ts';
import { type Algorithm, isAlgorithm, isVariant } from '../../algorithms/algorithm.ts';
import { findAlgorithm } from '../../algorithms/catalogue.ts';
import { isScenario } from '../../configuration/scenario.ts';
import type { AlgorithmChoice } from '../../configuration/settings/algorithmChoice.ts';
import { isFileName } from '../../configuration/settings/ownChoice.ts';
import { missingParameters } from '../../configuration/chosenAlgorithms.ts';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import { exportsOf } from '../../inputs/ownFiles.ts';
import { choosePanels } from '../../inputs/panelTargets.ts';
import { scenarioOrRun } from '../../inputs/manifestTarget.ts';
import { buildRead, readProblem, solveLoaded, type Target } from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import { pointsFor } from './agentCalls.ts';
import { tryAgent } from './agentTrial.ts';
import type { PolicyDefinition } from '../../policies/policy.ts';
import type { TriggerDefinition } from '../../triggers/trigger.ts';
import { chosenOf } from '../../values/ownKind.ts';
import { divergingAgents, divergingText } from '../../theory/stability/divergingAgents.ts';
import { tryAlgorithm } from './algorithmTrial.ts';
import { noticing } from './impurities.ts';
import { tryPolicy, tryTrigger } from './ownKindTrial.ts';

/** Of more agents so many are tried, the last one among them. */
const MOST_TRIED = 10;

/** What was found. */
export interface CheckResult {
  /** one line for each, with its place; empty if there is none */
  readonly faults: readonly string[];
  /** what could not be tested, and why */
  readonly notes: readonly string[];
  /** agents of a user's module that were tried; 0 where there is none */
  readonly agentsTried: number;
  /** those of them that give a mean */
  readonly meansTried: number;
  /** the largest error of a mean that the comparison with observations would miss; 0 if there was none */
  readonly within: number;
}

interface Findings {
  readonly faults: Set<string>;
  readonly notes: Set<string>;
  tried: number;
  means: number;
  within: number;
}

/**
 * Tries a scenario, with every panel at both its sizes, or a problem file. It runs the user's code.
 *
 * @param name - as for `fedsa run`
 */
export async function checkFile(name: string, dataDirectory?: string): Promise<CheckResult> {
  const findings: Findings = { faults: new Set(), notes: new Set(), tried: 0, means: 0, within: 0 };
  const used = new Set<string>();
  const onRejection = (reason: unknown): void => {
    findings.faults.add(`${name}: a promise is rejected and nobody waits for it: ${firstLine(reason)}`);
  };
  process.on('unhandledRejection', onRejection);
  try {
    await noticing(used, () => checkTarget(name, dataDirectory, findings));
    // Rejections are reported once the promises of this turn are done.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  for (const source of used) {
    findings.faults.add(
      `${name}: its code calls ${source}, so no run of it could be repeated; draw from the generators that it is given`,
    );
  }
  const { faults, notes, tried, means, within } = findings;
  return { faults: [...faults], notes: [...notes], agentsTried: tried, meansTried: means, within };
}

/** Does something; bad input becomes a fault, said with the panel's name where there is one. */
async function collecting(
  { faults }: Findings,
  panel: string | undefined,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof InputError) || compilerEnded(error) !== undefined) throw error;
    faults.add(panel === undefined ? error.message : `panel ${panel}: ${error.message}`);
  }
}

async function checkTarget(
  name: string,
  dataDirectory: string | undefined,
  findings: Findings,
): Promise<void> {
  await collecting(findings, undefined, async () => {
    const exported = await exportedBy(name);
    if (exported.length > 0) {
      tryOwn(exported, findings);
      return;
    }
    const target = await scenarioOrRun(name);
    const { definition } = target;
    const { algorithms = [], policy, trigger } = definition;
    tryOwn([...ownAmong(algorithms), policy, trigger], findings);
    const sizes = [false, true].filter(
      (quick) =>
        !quick ||
        definition.quick !== undefined ||
        Object.values(definition.panels ?? {}).some((panel) => panel.quick !== undefined),
    );
    const seen = new Set<string>();
    for (const quick of sizes) {
      const chosen = choosePanels(target, { quick });
      const targets = chosen.panels ?? [{ name: undefined, target: chosen.single }];
      for (const target of targets) {
        await collecting(findings, target.name, () => checkOne(target.target, dataDirectory, findings, seen));
      }
    }
  });
}

/** The algorithms, policies and triggers of a file that exports some and is no scenario. */
async function exportedBy(name: string): Promise<readonly unknown[]> {
  if (!isFileName(name) || !existsSync(name)) return [];
  const exported: Readonly<Record<string, unknown>> = await exportsOf(name).catch(() => ({}));
  return isScenario(exported.default)
    ? []
    : Object.values(exported).filter((candidate) => trialOf(candidate) !== undefined);
}

/** How a value of the user's own is tried; `undefined` where it is no algorithm, policy or trigger. */
function trialOf(value: unknown): (() => readonly string[]) | undefined {
  if (isAlgorithm(value)) return () => tryAlgorithm(value);
  const policy = chosenOf<PolicyDefinition>('policy', value)?.definition;
  if (policy) return () => tryPolicy(policy);
  const trigger = chosenOf<TriggerDefinition>('trigger', value)?.definition;
  return trigger && (() => tryTrigger(trigger));
}

/** Those of a scenario's algorithms that do not come with the program. */
function ownAmong(choices: readonly AlgorithmChoice[]): readonly Algorithm[] {
  const given = choices.flatMap((choice) =>
    isAlgorithm(choice) ? [choice] : isVariant(choice) ? [choice.algorithm] : [],
  );
  return [...new Set(given)].filter((algorithm) => findAlgorithm(algorithm.name) !== algorithm);
}

function tryOwn(values: readonly unknown[], { faults }: Findings): void {
  for (const value of values) for (const fault of trialOf(value)?.() ?? []) faults.add(fault);
}

/** Tries the problem of one run, unless it was tried before, and its settings. */
async function checkOne(
  { definition }: Target,
  dataDirectory: string | undefined,
  findings: Findings,
  seen: Set<string>,
): Promise<void> {
  const read = await readProblem(definition.problem, dataDirectory);
  const { specification } = read;
  const before = findings.faults.size;
  if (specification.kind === 'module' && isNew(definition.problem, seen))
    await tryModule(specification, findings);
  if (findings.faults.size > before) return;
  const loaded = await buildRead(read);
  const solution = solveLoaded(loaded);
  // Step sizes may come from the command line; everything else that a run needs is there.
  const missing = missingParameters(definition).map(({ setting }) => [setting, 1]);
  const settings = { ...definition, ...(Object.fromEntries(missing) as object) };
  const { algorithms } = runConfiguration(
    settings,
    loaded.problem.dimension,
    problemFacts(loaded.problem, () => solution),
  );
  if (missing.length > 0) return;
  for (const diverging of divergingAgents(solution.agentMeans, loaded.problem.dimension, algorithms))
    findings.notes.add(`${definition.name}: ${diverging.algorithm}: ${divergingText(diverging)}`);
}

function isNew(problem: ScenarioProblem, seen: Set<string>): boolean {
  const key = JSON.stringify(problem);
  const known = seen.has(key);
  seen.add(key);
  return !known;
}

async function tryModule(specification: ModuleSpecification, findings: Findings): Promise<void> {
  const create = await importAgentFactory(specification);
  const { agents, dimension } = specification;
  const indices = Array.from({ length: Math.min(agents, MOST_TRIED) }, (_, index) => index);
  indices[indices.length - 1] = agents - 1;
  // Each point and coordinate of each agent is tested along the stream and in independent draws.
  const tests = 2 * indices.length * pointsFor(0, dimension).length * dimension;
  const file = fileURLToPath(specification.module);
  for (const index of indices) {
    const where = `${file}: ${specification.export}(), agent ${index}`;
    const { faults, notes, within, hasMean } = tryAgent(
      () => makeUserAgent(specification, create, index),
      index,
      dimension,
      tests,
    );
    for (const fault of faults) findings.faults.add(`${where}: ${fault}`);
    for (const note of notes) findings.notes.add(`${where}: ${note}`);
    findings.tried++;
    if (hasMean) findings.means++;
    findings.within = Math.max(findings.within, within);
    // What is wrong with one agent is mostly wrong with all of them.
    if (faults.length > 0) return;
  }
}
