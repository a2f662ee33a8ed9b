/** Files named where an algorithm, the policy, the trigger or the timing model is: `--algorithm scafflsa,./fedprox.ts --policy ./tifl.ts`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { importUserFile } from '../../actors/agent/userModules.ts';
import { isAlgorithm } from '../algorithms/algorithm.ts';
import { firstLine, InputError } from '../values/failure.ts';
import { isFileName } from '../configuration/settings/ownChoice.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import { chosenOf } from '../values/ownKind.ts';
import type { TimingChoice } from '../configuration/settings/timingOptions.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import { namedCode } from './codeFile.ts';

type Kind = 'algorithm' | 'policy' | 'trigger';

const FIELDS = { algorithm: 'algorithms', policy: 'policy', trigger: 'trigger' } as const;

/** What a file may export, by what it is asked for. */
const isOf: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  algorithm: isAlgorithm,
  policy: (value) => chosenOf('policy', value) !== undefined,
  trigger: (value) => chosenOf('trigger', value) !== undefined,
};

/**
 * Settings with what files export or hold instead of the files' names; those that export are run for that.
 *
 * @throws InputError in one line for a file that is not there, cannot be run, or exports no such thing
 */
export async function withOwnFiles<S extends RunSettings>(settings: S): Promise<S> {
  const { algorithms, policy, trigger, timing } = settings;
  const read = await Promise.all(
    (algorithms ?? []).map((choice) =>
      isFileName(choice) ? exportedBy('algorithm', choice) : Promise.resolve([choice]),
    ),
  );
  return {
    ...settings,
    ...(algorithms && { algorithms: read.flat() }),
    ...(isFileName(policy) && { policy: await theOne('policy', policy) }),
    ...(isFileName(trigger) && { trigger: await theOne('trigger', trigger) }),
    ...(timing && { timing: await withFileOf(timing) }),
  };
}

/** A timing model whose file is read; fields that are given beside the file win over the file's. */
async function withFileOf({ file, ...choice }: TimingChoice): Promise<TimingModel> {
  if (file === undefined) return choice;
  const { readTiming } = await import('./readTiming.ts');
  return { ...readTiming(file), ...choice };
}

async function theOne(kind: 'policy' | 'trigger', name: string): Promise<unknown> {
  const found = await exportedBy(kind, name);
  if (found.length === 1) return found[0];
  const names = found.map((entry) => chosenOf(kind, entry)!.definition.name).join(', ');
  throw new InputError(
    `\`${FIELDS[kind]}\`: ${name}: exports ${found.length} of them (${names}); leave one, or choose in a scenario’s file`,
  );
}

/**
 * What a user's file exports.
 *
 * @throws InputError in one line
 */
export async function exportsOf(
  name: string,
  kind: Kind = 'algorithm',
): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(name);
  if (!existsSync(file)) throw new InputError(`\`${FIELDS[kind]}\`: ${name}: there is no such file`);
  try {
    return (await importUserFile(namedCode(file))).exported;
  } catch (error) {
    throw new InputError(`\`${FIELDS[kind]}\`: ${name}: cannot be imported: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

/**
 * What of one kind a file exports.
 *
 * @throws InputError in one line, also where there is none
 */
async function exportedBy(kind: Kind, name: string): Promise<unknown[]> {
  const exported = await exportsOf(name, kind);
  const found = [...new Set(Object.values(exported).filter(isOf[kind]))];
  if (found.length > 0) return found;
  const names = Object.keys(exported).join(', ') || 'nothing';
  throw new InputError(
    `\`${FIELDS[kind]}\`: ${name}: exports no ${kind} (exported: ${names}); one is made by ${kind}({ … })`,
  );
}
