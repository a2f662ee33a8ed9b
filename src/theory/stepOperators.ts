/**
 * Operators of local steps with a pull and a scale. `S_i G(θ, o) − ρ (θ − θ_0)` is, in the errors e = θ − θ*, an operator with
 * S_i A + ρI and S_i Ḡ_i(θ*) at θ*, with the correction ρ e_0. So agents of this operator stand in, and programs have the correction.
 */
import { type AgentAct, isPlain, pullOf, scalesOf, type StepScales } from '../algorithms/roundProgram.ts';
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import { block, matrix, meanOf, scale as scaleBy } from '../maths/matrix.ts';
import { type Vector, zeros } from '../maths/vector.ts';
import type { FiniteObservations, ObservationLaw } from '../problems/observationLaw.ts';
import type { LinearMean } from '../problems/operator.ts';
import type { RunTrigger } from '../triggers/index.ts';
import type { LinearProblem } from './linearProblem.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import type { KnownAgent } from './moments/setting.ts';
import { LinearParts, Unfollowed } from './linearParts.ts';
import { LinearWork } from './linearWork.ts';
import { attempted } from './attempted.ts';
import { stepScales } from './round/stepScales.ts';
import type { LocalWork } from '../problems/localWork.ts';
import type { Unknown } from './unknown.ts';

const OTHER_NOISE = 'scales that differ by coordinate make other noise of Gauss–Markov noise';

/** Agents of steps are kept with their problem, by form: what is derived from them is kept with them. */
const keptProblems = new WeakMap<LinearProblem, Map<string, LinearProblem>>();
const keptAgents = new WeakMap<
  KnownProblem['root'],
  Map<string, Pick<KnownProblem, 'agents' | 'root'> | Unknown>
>();

/** `S G(θ, o) − ρ (θ − origin)` of an agent, whose affine parts it changes in place. */
interface AgentForm {
  readonly rate: number;
  /** `[d]` */
  readonly origin: Vector;
  /** S `[d]`; the identity where it is left out */
  readonly scale: Vector | undefined;
}

/** Makes A `[d, d]` and b `[d]` those of steps: S A + ρ I and S b + ρ origin. */
function changeAffine(A: Float64Array, b: Float64Array, { rate, origin, scale }: AgentForm): void {
  const d = b.length;
  b.forEach((value, j) => {
    const s = scale?.[j] ?? 1;
    scaleBy(block(matrix(d, d, A), [j, 1]), s);
    A[j * (d + 1)]! += rate;
    b[j] = s * value + rate * origin[j]!;
  });
}

function changedMean(mean: LinearMean, form: AgentForm): LinearMean {
  const [A, b] = [Float64Array.from(mean.A), Float64Array.from(mean.b)];
  changeAffine(A, b, form);
  return { kind: 'linear', A, b };
}

function changedLaw(law: ObservationLaw | undefined, form: AgentForm): ObservationLaw | undefined | Unknown {
  if (law === undefined) return undefined;
  if (law.kind === 'finite') {
    const affine: FiniteObservations['affine'] = (state, next, A, b) => {
      law.affine(state, next, A, b);
      changeAffine(A, b, form);
    };
    return { ...law, affine };
  }
  // Noise that does not depend on θ is scaled alone.
  const { scale } = form;
  if (scale === undefined) return law;
  if (scale.some((s) => s !== scale[0])) return { reason: OTHER_NOISE };
  return { ...law, variance: law.variance * scale[0]! ** 2 };
}

/** The forms of an act by agent. */
function formsOf(act: AgentAct, agents: number, origin: Vector): readonly AgentForm[] {
  const scales = scalesOf(act)?.(agents, origin.length);
  return Array.from({ length: agents }, (_, i) => ({ rate: pullOf(act), origin, scale: scales?.[i] }));
}

function changedAgents(
  agents: readonly KnownAgent[],
  forms: readonly AgentForm[],
): readonly KnownAgent[] | Unknown {
  const out: KnownAgent[] = [];
  for (const [i, { mean, law }] of agents.entries()) {
    const changed = changedLaw(law, forms[i]!);
    if (changed !== undefined && 'reason' in changed) return changed;
    out.push({ mean: changedMean(mean, forms[i]!), law: changed });
  }
  return out;
}

const nameOf = (forms: readonly AgentForm[]): string =>
  JSON.stringify(forms.map(({ rate, scale }) => [rate, scale && Array.from(scale)]));

/** The linear problem as the steps of an act see it. */
export function problemOfSteps(problem: LinearProblem, act: AgentAct): LinearProblem {
  if (isPlain(act)) return problem;
  const { dimension, agents, root } = problem;
  const forms = formsOf(act, agents.length, root);
  return kept(keptProblems, problem, nameOf(forms), () => {
    const changed = agents.map((mean, i) => changedMean(mean, forms[i]!));
    const A = meanOf(changed.map((agent) => matrix(dimension, dimension, agent.A)));
    return { dimension, agents: changed, A: A.values, root };
  });
}

/** What exact moments know of a problem, as the steps of an act see it. */
export function agentsOfSteps(known: KnownProblem, act: AgentAct): KnownProblem | Unknown {
  if (isPlain(act)) return known;
  const { root, sampling } = known;
  const forms = attempted('the scale of its steps', () => formsOf(act, known.agents.length, root));
  if ('reason' in forms) return forms;
  const seen = kept(keptAgents, root, `${sampling} ${nameOf(forms)}`, () => {
    const agents = changedAgents(known.agents, forms);
    // Another vector for the root, by which what is derived from the agents is kept.
    return 'reason' in agents ? agents : { agents, root: Float64Array.from(root) };
  });
  return 'reason' in seen ? seen : { ...known, ...seen };
}

/** The first act with a pull or a scale of the agents in a round; `undefined` of others. */
export function formedAct(
  algorithm: ConfiguredAlgorithm,
  trigger: RunTrigger,
  agents: number,
): AgentAct | undefined {
  let formed: AgentAct | undefined;
  const works = new Map<LocalWork, LinearWork>();
  const scales: StepScales = (all, dimension) => stepScales(algorithm, trigger, all, dimension);
  const everyone = [...Array(agents).keys()];
  try {
    const parts = new LinearParts({ algorithm, agents, trigger, initial: zeros(1), fold: undefined });
    parts.round(1, 1, everyone, (streams) => {
      for (const work of streams) {
        works.set(work, works.get(work) ?? new LinearWork());
        works.get(work)!.perform(
          work,
          ({ act, start }) => {
            if (!isPlain(act)) formed ??= act;
            return start;
          },
          scales,
        );
      }
    });
  } catch (error) {
    // What cannot be followed says so where it is followed.
    if (!(error instanceof Unfollowed)) throw error;
  }
  return formed;
}

/** Agents whose operators are `S_i G(θ, o) − ρ θ` for all θ, not in errors alone. */
export const dampedAgents = (agents: readonly KnownAgent[], act: AgentAct): readonly KnownAgent[] | Unknown =>
  changedAgents(agents, formsOf(act, agents.length, new Float64Array(agents[0]!.mean.b.length)));

/** The value of a key and a name, made at first. */
function kept<Key extends object, Value>(
  all: WeakMap<Key, Map<string, Value>>,
  key: Key,
  name: string,
  make: () => Value,
): Value {
  const values = all.get(key) ?? new Map<string, Value>();
  all.set(key, values);
  const value = values.get(name) ?? make();
  values.set(name, value);
  return value;
}
