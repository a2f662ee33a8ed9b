/** Copies a round's vectors, so that it can be measured if the run stops there. */
import type { Vector } from '../maths/vector.ts';
import { noTraffic, type RoundTiming, type Traffic } from './metrics/measuredRound.ts';
import type { RoundCompleted } from './roundCompleted.ts';

/** Copies of the vectors of the round that was kept last. */
export class RoundSnapshot {
  completed: RoundCompleted | undefined;
  step = 0;
  timing: (() => RoundTiming) | undefined;
  traffic = noTraffic();
  readonly #kept = new Map<'startedFrom' | 'theta' | 'models' | 'origins', Float64Array[]>();

  keep(
    completed: RoundCompleted,
    step: number,
    timing: (() => RoundTiming) | undefined,
    traffic: Traffic,
  ): void {
    const [startedFrom] = this.#copies('startedFrom', [completed.startedFrom]);
    const [theta] = this.#copies('theta', [completed.theta]);
    const models = this.#copies('models', completed.localModels());
    const lent = completed.origins?.();
    const origins = lent && this.#copies('origins', lent);
    const takenIn = completed.takenIn?.();
    this.completed = {
      round: completed.round,
      startedFrom: startedFrom!,
      theta: theta!,
      localModels: () => models,
      ...(origins && { origins: () => origins }),
      ...(takenIn && { takenIn: () => takenIn }),
    };
    this.step = step;
    this.timing = timing;
    this.traffic = { ...traffic };
  }

  #copies(name: 'startedFrom' | 'theta' | 'models' | 'origins', vectors: readonly Vector[]): Vector[] {
    let room = this.#kept.get(name);
    if (room === undefined) this.#kept.set(name, (room = []));
    const kept = room;
    return vectors.map((vector, k) => {
      const copy = (kept[k] ??= new Float64Array(vector.length));
      copy.set(vector);
      return copy;
    });
  }
}
