/**
 * One round of a program, of a given gap, for agents that are independent given the state at its
 * start: i.i.d. observations, exact ones, or Gauss–Markov noise (whose z is part of the state).
 *
 * With X the state, whose first element is 1, a round is `X⁺ = R X + Σ E_{p,i} ω_{p,i}`: R is its mean
 * and ω_{p,i} what the observations of agent i in stage p add to their mean. The ω's have mean 0 and
 * are uncorrelated with each other and with X, so that with S = E[X Xᵀ]
 *
 *     S⁺ = R S Rᵀ + Σ_{p,i} E_{p,i} Cov(ω_{p,i}) E_{p,i}ᵀ,
 *
 * where Cov(ω_{p,i}) is linear in the second moments of what stage p is given (localMoments.ts).
 *
 * Where agents send x_i through a random map Q with E Q(x) = x and E Q(x) Q(x)ᵀ = C(E x xᵀ), the server's block gains
 * (c/M)² Σ_i (C(Y_i) − Y_i), Y_i = E x_i x_iᵀ.
 */
import type { SentAtRandom } from '../../algorithms/roundProgram.ts';
import type { SecondMoment } from '../../maths/coins.ts';
import {
  add,
  block,
  combination,
  conjugate,
  identityMatrix,
  type Matrix,
  matrix,
  numbersOf,
  part,
  plus,
  transposed,
} from '../../maths/matrix.ts';
import { actPlaces, disturbance, given, loaded, type Places, stored } from '../round/registers.ts';
import { type LocalMoments, noiseCovariance } from './localMoments.ts';
import { addNoise, type Effects, effectsOf } from './noiseEffects.ts';
import { type RoundStage, runStages } from './roundStages.ts';

/** An observed stage with all that its noise needs. */
interface NoiseSource {
  readonly moments: readonly LocalMoments[];
  readonly effects: Effects;
  readonly inputs: readonly InputMap[];
  /**
   * How the noise of the stage before reaches y: the agent's own, and every other agent's. Between
   * the two there are only mixes, which treat agents alike. `undefined` for the first stage.
   */
  readonly fromBefore: { readonly same: Matrix; readonly other: Matrix } | undefined;
}

/** S ↦ S⁺, for S `[n, n]`. */
export class IndependentRound {
  readonly #places: Places;
  readonly #stages: readonly RoundStage[];
  /** R `[n, n]`, where it is not more expensive than running the program */
  readonly #mean: Matrix | undefined;
  readonly #sources: readonly NoiseSource[];
  /** Σ E Cov(ω) Eᵀ, where it does not depend on the state */
  readonly #constantNoise: Matrix | undefined;
  /** what agents send at random, before the last mix */
  readonly #sent:
    (SentAtRandom & { readonly maps: readonly InputMap[]; readonly secondMoment: SecondMoment }) | undefined;

  /** @param dense - whether R is written out as a matrix */
  constructor(places: Places, stages: readonly RoundStage[], dense: boolean, sent?: SentAtRandom) {
    this.#places = places;
    this.#sent = sent && {
      ...sent,
      secondMoment: sent.secondMoment!,
      maps: messageMaps(places, stages, sent),
    };
    this.#stages = stages;
    const all = stages.flatMap((stage) => (stage.kind === 'mix' ? [] : stage.moments));
    const isAdditive = all.every(({ noise }) => noise.kind === 'additive');
    const isSilent = all.every((moments) => additiveCovariance(moments)?.values.every((v) => v === 0));
    this.#mean = dense ? this.advanceMean(identityMatrix(places.keptSize)) : undefined;
    this.#sources = isSilent ? [] : this.#noiseSources(isAdditive);
    if (isAdditive && !isSilent) {
      this.#constantNoise = matrix(places.keptSize, places.keptSize);
      for (const { moments, effects } of this.#sources)
        addNoise(
          this.#constantNoise,
          places,
          effects,
          moments.map((ofAgent) => additiveCovariance(ofAgent)!),
        );
    }
  }

  /** R X, for X `[n, width]`. */
  advanceMean(X: Matrix): Matrix {
    return stored(runStages(loaded(X, this.#places), this.#stages, this.#places), this.#places);
  }

  /** S⁺ of the symmetric S `[n, n]`. */
  advance(S: Matrix): Matrix {
    const out =
      this.#mean === undefined ? this.advanceMean(transposed(this.advanceMean(S))) : conjugate(this.#mean, S);
    if (this.#constantNoise !== undefined) {
      add(out, this.#constantNoise, S.values[S.offset]);
      this.#addSent(out, S, []);
      return out;
    }
    let before: readonly Matrix[] = [];
    for (const { moments, effects, inputs, fromBefore } of this.#sources) {
      const previous = before;
      const reaching = fromBefore && combination(previous.map((covariance) => [1, covariance]));
      before = moments.map((ofAgent, i) => {
        const Y = inputMoments(inputs[i]!, S);
        if (fromBefore !== undefined) {
          add(Y, conjugate(fromBefore.same, previous[i]!));
          add(Y, conjugate(fromBefore.other, plus(reaching!, previous[i]!, -1)));
        }
        return matrix(ofAgent.moving, ofAgent.moving, noiseCovariance(ofAgent, numbersOf(Y)));
      });
      addNoise(out, this.#places, effects, before);
    }
    this.#addSent(out, S, before);
    return out;
  }

  /** @param observed - E Cov(ω_i) of the last stage, where noise is not additive */
  #addSent(out: Matrix, S: Matrix, observed: readonly Matrix[]): void {
    if (this.#sent === undefined) return;
    const { maps, message, factor, secondMoment } = this.#sent;
    const { dimension: d, agents } = this.#places;
    const last = this.#sources.at(-1);
    const ofServer = block(out, [1, d], [1, d]);
    maps.forEach((map, i) => {
      const Y = inputMoments(map, S);
      const additive = last && additiveCovariance(last.moments[i]!);
      const covariance = observed[i] ?? additive;
      if (covariance !== undefined) {
        const weight = message.model ** 2 * (observed[i] === undefined ? S.values[S.offset]! : 1);
        add(Y, block(covariance, [0, d], [0, d]), weight);
      }
      const scale = (factor / agents.length) ** 2;
      add(ofServer, plus(matrix(d, d, secondMoment(numbersOf(Y), d)), Y, -1), scale);
    });
  }

  #noiseSources(isAdditive: boolean): NoiseSource[] {
    const places = this.#places;
    const out: NoiseSource[] = [];
    let previous: number | undefined;
    this.#stages.forEach((stage, p) => {
      if (stage.kind === 'mix') return;
      const effects = effectsOf(places, this.#stages, p, stage.act);
      const acts = places.agents.map((_, i) => actPlaces(places, stage.act, i));
      let inputs: InputMap[] = [];
      let fromBefore: NoiseSource['fromBefore'];
      if (!isAdditive) {
        const X = identityMatrix(places.keptSize);
        const Z = runStages(loaded(X, places), this.#stages.slice(0, p), places);
        inputs = acts.map((act) => sparseInput(given(Z, act)));
        const before = previous === undefined ? undefined : this.#stages[previous]!;
        if (before?.kind === 'observed') {
          const noise = disturbance(places, actPlaces(places, before.act, 0));
          const reached = runStages(noise, this.#stages.slice(previous! + 1, p), places);
          fromBefore = { same: given(reached, acts[0]!), other: given(reached, acts[1] ?? acts[0]!) };
        }
      }
      out.push({ moments: stage.moments, effects, inputs, fromBefore });
      previous = p;
    });
    return out;
  }
}

const additiveCovariance = ({ noise, moving }: LocalMoments): Matrix | undefined =>
  noise.kind === 'additive' ? matrix(moving, moving, noise.covariance) : undefined;

/** How an agent's input y to a stage depends on the state: on the coordinates `support` of it. */
interface InputMap {
  readonly support: readonly number[];
  /** `[all, support.length]` */
  readonly map: Matrix;
}

/** E[y yᵀ] of S = E[X Xᵀ]. */
const inputMoments = ({ support, map }: InputMap, S: Matrix): Matrix =>
  conjugate(map, part(S, support, support));

/** x_i of each agent by the state at the start of the round, in mean. */
function messageMaps(
  places: Places,
  stages: readonly RoundStage[],
  { message }: SentAtRandom,
): readonly InputMap[] {
  const Z = runStages(loaded(identityMatrix(places.keptSize), places), stages.slice(0, -1), places);
  return places.agents.map(({ model }) =>
    sparseInput(
      combination([
        [message.model, block(Z, model)],
        [message.server, block(Z, places.server)],
      ]),
    ),
  );
}

/** The map by the columns of it that are not 0. */
function sparseInput(map: Matrix): InputMap {
  const all = [...Array(map.columns).keys()];
  const support = all.filter((k) =>
    numbersOf(block(map, [0, map.rows], [k, 1])).some((value) => value !== 0),
  );
  return { support, map: part(map, [...Array(map.rows).keys()], support) };
}
