/** A server policy as a user gives it: what is left out is chosen here. */
import { InputError } from '../protocol/failure.ts';
import type { LateUpdates, PolicyConfiguration, StalenessWeight } from '../protocol/policy.ts';
import type { PolicySettings } from './policySchema.ts';
import { type PolicyText, readPolicy, readWeight, type WeightText } from './policyText.ts';
import type { Reading } from './shortText.ts';

/** The settings that make a policy. */
export interface PolicyChoice {
  readonly policy?: PolicySettings | PolicyText;
  readonly late?: LateUpdates;
  readonly stalenessWeight?: StalenessWeight | WeightText;
}

/**
 * The policy that settings stand for: late updates are dropped and staleness weighs nothing where
 * nothing is said. What is said beside the policy wins over what it says itself.
 *
 * @throws InputError for a setting that the policy has no use for, or more agents than there are
 */
export function resolvePolicy(
  { policy: given = { kind: 'synchronous' }, late, stalenessWeight: weight }: PolicyChoice,
  agents: number,
): PolicyConfiguration {
  const policy = typeof given === 'string' ? valueOf('--policy', given, readPolicy) : given;
  const stalenessWeight =
    typeof weight === 'string' ? valueOf('--staleness-weight', weight, readWeight) : weight;
  const { kind } = policy;
  const knowsLate = kind === 'first' || kind === 'deadline';
  if (late !== undefined && !knowsLate) {
    throw new InputError(
      `--late: the policy is ${kind}, under which no update comes late; it is for first and deadline`,
    );
  }
  const weighs = kind === 'buffered' || kind === 'asynchronous' || kind === 'bounded-staleness';
  if (stalenessWeight !== undefined && !weighs) {
    throw new InputError(
      `--staleness-weight: the policy is ${kind}, which weighs no stale update; it is for buffered, asynchronous and bounded-staleness`,
    );
  }
  if ('count' in policy && policy.count > agents) {
    throw new InputError(
      `--policy: ${kind}:${policy.count} waits for ${policy.count} agents; the problem has ${agents}`,
    );
  }
  if (knowsLate) return { ...policy, late: late ?? policy.late ?? 'drop' };
  if (weighs) return { ...policy, weight: stalenessWeight ?? policy.weight ?? { kind: 'constant' } };
  return policy;
}

function valueOf<T>(option: string, text: string, read: (text: string) => Reading<T>): T {
  const reading = read(text);
  if (reading.fault === undefined) return reading.value;
  throw new InputError(`${option}: ${reading.fault} (found "${text}")`);
}
