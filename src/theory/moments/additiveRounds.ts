/**
 * The moments of the error under additive noise and with rounds that are all alike: by way of the
 * server's own moments, or, where agents keep corrections, which depend on each other across agents, by
 * way of the responses to each round's noise.
 */
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { block, numbersOf } from '../../maths/matrix.ts';
import { addOuter } from '../../maths/rectangular.ts';
import { composeCost, type LocalMoments } from './localMoments.ts';
import { type MomentBudget } from '../budgets.ts';
import { NoiseResponses, responseCost } from './noiseResponses.ts';
import { observationMoments } from './observationMoments.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { stagesOf } from './roundStages.ts';
import { placesOf } from '../round/registers.ts';
import { ServerMoments, type ServerRound, serverSetupCost } from './serverMoments.ts';
import type { Setting } from './setting.ts';
import { tooLarge, tooManyRounds, type Unknown } from '../unknown.ts';
import { meanGap } from '../../triggers/index.ts';

/** Whether the rounds of a setting are of this kind. */
export function hasAdditiveRounds({ agents, sampling, trigger }: Setting): boolean {
  return (
    trigger.kind === 'deterministic' &&
    sampling !== 'exact' &&
    agents.every(({ law }) => law?.kind === 'gauss-markov')
  );
}

/**
 * Calls `visit` with E e and E e eᵀ after each wanted round.
 *
 * @param wanted - rounds in increasing order; round 0 is the start
 */
export function additiveRounds(
  setting: Setting,
  wanted: readonly number[],
  budget: MomentBudget,
  visit: (mean: Float64Array, second: Float64Array) => void,
): { readonly multiplications: number } | Unknown {
  const { program, agents, root, trigger, sampling } = setting;
  const d = root.length;
  const M = agents.length;
  const carries = sampling === 'markov';
  const kept = program.correction === 'kept';
  const moving = carries ? 2 * d : d;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const rows = kept ? d : 1 + d * (program.memory ? 2 : 1) + (carries ? d : 0);
  const acts = program.evaluation === undefined ? 1 : 2;
  const perAgent = acts * moving * (moving + fixed + moving) + 4 * rows * rows;
  if (M * perAgent > budget.doubles)
    return tooLarge(`the agents' round maps (M = ${M}, d = ${d}) take`, M * perAgent, budget);
  const count = wanted.at(-1) ?? 0;
  const compositions = 2 * Math.log2(1 + meanGap(trigger));
  const setup = M * (d ** 3 + compositions * composeCost(moving, fixed, 'additive'));
  if (kept) {
    // Every reading takes the response to each z_0 into account.
    const reading = carries ? 1.5 * M * d ** 3 : 0;
    const cost = setup + count * responseCost(d, carries, fixed, M * acts) + wanted.length * reading;
    if (cost > budget.multiplications) return tooManyRounds(count, cost, budget);
    const responses = new NoiseResponses(roundOf(setting, fixed));
    each(
      wanted,
      () => responses.advance(),
      () => {
        const mean = responses.mean();
        const second = responses.covariance();
        addOuter(second, 1, mean, 0, mean, 0, d);
        visit(mean, second);
      },
    );
    return { multiplications: cost };
  }
  const n = rows - (carries ? d : 0);
  const before = setup + serverSetupCost(n, rows - n, moving, moving + fixed, M * acts);
  if (before > budget.multiplications) return tooManyRounds(count, before, budget);
  const moments = new ServerMoments(roundOf(setting, fixed));
  const cost = before + moments.costOf(count);
  if (cost > budget.multiplications) return tooManyRounds(count, cost, budget);
  each(
    wanted,
    () => moments.advance(),
    () => {
      const ofError = [1, d] as const;
      const mean = numbersOf(block(moments.second, ofError, [0, 1]));
      visit(mean, numbersOf(block(moments.second, ofError, ofError)));
    },
  );
  return { multiplications: cost };
}

function each(wanted: readonly number[], advance: () => void, read: () => void): void {
  let round = 0;
  for (const next of wanted) {
    for (; round < next; round++) advance();
    read();
  }
}

function roundOf(setting: Setting, fixed: number): ServerRound {
  const { program, agents, root, trigger, sampling, initial } = setting;
  const d = root.length;
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean, law }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, law, sampling),
    );
  const evaluation = program.evaluation && momentsOf({ kind: 'gather' });
  const gaps = [{ gap: meanGap(trigger), weight: 1 }];
  const [only] = [...stagesOf(program, gaps, momentsOf(program.act), evaluation)];
  const noise = agents.flatMap(({ law }) => {
    if (sampling !== 'markov' || law?.kind !== 'gauss-markov') return [];
    const stationary = stationaryCovariance(law.Q, d, law.variance);
    return [{ stationary, start: law.start === 'stationary' ? stationary : new Float64Array(d * d) }];
  });
  return {
    places: placesOf(program, d, agents.length, sampling === 'markov'),
    stages: only!.stages,
    initial,
    noise,
  };
}
