/**
 * The rounds of the program's algorithms as data, each written from its paper's recursion: what theory traces from their
 * parts is held against these.
 */
import type { RoundProgram, WeightedRun } from '../../src/algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../src/triggers/index.ts';

/** η; the server's step γ or α_g; β of Local SGD-M; of Richardson–Romberg what the coarse run doubles. */
interface Parameters {
  readonly stepSize: number;
  readonly serverStepSize: number;
  readonly momentum: number;
  readonly extrapolation?: string;
}

type Round = (parameters: Parameters, trigger: TriggerConfiguration) => RoundProgram;

const START = { model: { server: 1 } } as const;

const localSa: Round = ({ stepSize }) => ({
  memory: false,
  correction: 'none',
  opening: START,
  act: { kind: 'step', stepSize },
  closing: () => ({ server: { meanModel: 1 } }),
});

const ROUNDS: Readonly<Record<string, Round>> = {
  'local-sa': localSa,

  // Mangold et al. 2024, Algorithm 2: ξ_i ← ξ_i + (θ̄ − θ_i)/(ηH), p/η under the Bernoulli trigger.
  scafflsa: ({ stepSize }, trigger) => {
    const p = trigger.kind === 'bernoulli' ? trigger.probability : 1 / trigger.localSteps;
    const gain = p / stepSize;
    return {
      memory: false,
      correction: 'kept',
      opening: START,
      act: { kind: 'step', stepSize },
      closing: () => ({
        server: { meanModel: 1 },
        correction: { correction: 1, meanModel: gain, model: -gain },
      }),
    };
  },

  // Karimireddy et al. 2020, Algorithm 1, option II: memory is c, correction c_i between rounds and c_i − c in
  // them, so that c_i⁺ = c_i − c + (x − y_i)/(Kη) adds to the register itself, and c⁺ = (x − mean y_i)/(Kη).
  scaffold: ({ stepSize, serverStepSize }) => ({
    memory: true,
    correction: 'kept',
    opening: { ...START, correction: { correction: 1, memory: -1 } },
    act: { kind: 'step', stepSize },
    closing: (gap) => {
      const pace = 1 / (stepSize * gap);
      return {
        server: { server: 1 - serverStepSize, meanModel: serverStepSize },
        memory: { server: pace, meanModel: -pace },
        correction: { correction: 1, server: pace, model: -pace },
      };
    },
  }),

  // FedHSA, Algorithm 1: local step 0 uses the observation that the correction was evaluated at, so from θ̄ it is
  // θ_i ← θ̄ + η g, and the other K − 1 steps use fresh observations.
  fedhsa: ({ stepSize, serverStepSize }) => ({
    memory: false,
    correction: 'scratch',
    opening: { ...START, correction: {} },
    evaluation: {
      model: { server: 1, meanCorrection: stepSize },
      correction: { meanCorrection: 1, correction: -1 },
    },
    act: { kind: 'step', stepSize },
    closing: () => ({ server: { server: 1 - serverStepSize, meanModel: serverStepSize } }),
  }),

  // Streaming FL, §3: correction gathers Σ_k G_i(w, o_k).
  'minibatch-sgd': ({ serverStepSize }) => ({
    memory: false,
    correction: 'scratch',
    opening: { ...START, correction: {} },
    act: { kind: 'gather' },
    closing: (gap) => ({ server: { server: 1, meanCorrection: serverStepSize / gap } }),
  }),

  // Streaming FL, Algorithm 1: memory is v.
  'local-sgd-m': ({ stepSize, serverStepSize, momentum }) => ({
    memory: true,
    correction: 'scratch',
    opening: { ...START, correction: { memory: -(1 - momentum) / momentum } },
    act: { kind: 'step', stepSize: stepSize * momentum },
    closing: (gap) => {
      const pace = 1 / (stepSize * gap);
      return {
        memory: { server: pace, meanModel: -pace },
        server: { server: 1 - serverStepSize * pace, meanModel: serverStepSize * pace },
      };
    },
  }),
};

/** The runs whose weighted sum an algorithm's model is. */
export function paperRuns(
  name: string,
  parameters: Parameters,
  trigger: TriggerConfiguration,
): WeightedRun[] {
  const round = ROUNDS[name];
  if (round) return [{ weight: 1, program: round(parameters, trigger), trigger }];
  if (name !== 'richardson-romberg') throw new RangeError(`no round is written down of ${name}`);
  // Mangold et al. 2025, §6: 2 θ^{(γ)} − θ^{(2γ)}, or ((2H − 1) θ^{(γ,H)} − (H − 1) θ^{(γ,2H)})/H.
  const run = (weight: number, times: number, custom = trigger): WeightedRun => ({
    weight,
    program: localSa({ ...parameters, stepSize: times * parameters.stepSize }, custom),
    trigger: custom,
  });
  if (parameters.extrapolation !== 'local-steps') return [run(2, 1), run(-1, 2)];
  if (trigger.kind !== 'deterministic') throw new RangeError('its weights are those of a fixed H');
  const H = trigger.localSteps;
  return [run((2 * H - 1) / H, 1), run(-(H - 1) / H, 1, { kind: 'deterministic', localSteps: 2 * H })];
}
