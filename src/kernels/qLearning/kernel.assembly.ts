/**
 * Q-learning, with o = (s, a, r(s, a), s'):
 * `G(θ, o) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`. Its reference is
 * QLearningOperator, which also writes the records.
 */
import {
  stepOnCoordinate,
  stepOnIndicator,
  stepOnIndicatorCorrected,
  stepOnVector,
  stepOnVectorCorrected,
} from './actionFeatures.assembly';
import { moveTransition, nextOf, stateOf } from '../chainStream.assembly';
import { addScaledInto, dot } from '../dot.assembly';
import { multiplyInto } from '../matrixVector.assembly';
import { correctionOf, dimensionOf, thetaOf, workOf } from '../record.assembly';
import { ACTIONS, DENSE, DISCOUNT, FEATURES, LAST_COORDINATE, REWARDS, STREAM } from './layout';

/** Whether features are vectors, and not unit vectors. */
function isDense(record: usize): bool {
  return load<u32>(record, DENSE) != 0;
}

/** Address of φ of a pair, where features are vectors. */
function vectorOf(record: usize, pair: u32, d: i32): usize {
  return <usize>load<u32>(record, FEATURES) + <usize>pair * ((<usize>d) << 3);
}

/** The coordinate of a pair, where features are unit vectors. */
function coordinateOf(record: usize, pair: u32): u32 {
  const coordinates: usize = load<u32>(record, FEATURES);
  return load<u32>(coordinates + ((<usize>pair) << 2));
}

/** φᵀθ of a pair. */
function actionValue(record: usize, pair: u32, d: i32): f64 {
  if (isDense(record)) return dot(vectorOf(record, pair, d), thetaOf(record), d);
  return load<f64>(thetaOf(record) + ((<usize>coordinateOf(record, pair)) << 3));
}

/** The largest value in the state of a pair; the first, where it is not a number. */
function greedyValue(record: usize, pair: u32, d: i32): f64 {
  const actions = load<u32>(record, ACTIONS);
  const first = pair - (pair % actions);
  const values = workOf(record);
  if (isDense(record)) {
    multiplyInto(values, vectorOf(record, first, d), thetaOf(record), actions, d);
  } else {
    for (let a: u32 = 0; a < actions; a++) {
      store<f64>(values + ((<usize>a) << 3), actionValue(record, first + a, d));
    }
  }
  let best = load<f64>(values);
  for (let a: u32 = 1; a < actions; a++) {
    const value = load<f64>(values + ((<usize>a) << 3));
    best = value > best ? value : best;
  }
  return best;
}

/** r + γ max φᵀθ − φᵀθ at the current observation. */
function temporalDifference(record: usize, pair: u32, d: i32): f64 {
  const rewards: usize = load<u32>(record, REWARDS);
  const best = greedyValue(record, nextOf(record + STREAM), d);
  const target = load<f64>(rewards + ((<usize>pair) << 3)) + load<f64>(record, DISCOUNT) * best;
  return target - actionValue(record, pair, d);
}

@unmanaged
export class Kernel {
  /** @param isFirst - of a call */
  step(record: usize, stepSize: f64, corrected: i32, isFirst: bool): void {
    const d = dimensionOf(record);
    const theta = thetaOf(record);
    const pair = stateOf(record + STREAM);
    const delta = temporalDifference(record, pair, d);
    if (isDense(record)) {
      const phi = vectorOf(record, pair, d);
      if (corrected) stepOnVectorCorrected(theta, stepSize, delta, phi, correctionOf(record), d);
      else stepOnVector(theta, stepSize, delta, phi, d);
      return;
    }
    const coordinate = coordinateOf(record, pair);
    if (corrected) stepOnIndicatorCorrected(theta, stepSize, delta, coordinate, correctionOf(record), d);
    else if (isFirst) stepOnIndicator(theta, stepSize, delta, coordinate, d);
    else stepOnCoordinate(theta, stepSize, delta, coordinate, load<u32>(record, LAST_COORDINATE));
    store<u32>(record, coordinate, LAST_COORDINATE);
  }

  evaluateInto(out: usize, record: usize): void {
    memory.fill(out, 0, (<usize>dimensionOf(record)) << 3);
    this.addTo(out, record);
  }

  prepare(_record: usize): void {}

  /** sum ← sum + G(θ, o), where no coordinate of sum is −0. */
  addTo(sum: usize, record: usize): void {
    const d = dimensionOf(record);
    const pair = stateOf(record + STREAM);
    const delta = temporalDifference(record, pair, d);
    if (isDense(record)) {
      addScaledInto(sum, delta, vectorOf(record, pair, d), d);
    } else {
      const at = sum + ((<usize>coordinateOf(record, pair)) << 3);
      store<f64>(at, load<f64>(at) + delta);
    }
  }

  move(record: usize, count: i32): void {
    moveTransition(record + STREAM, count);
  }
}
