/**
 * Somebody's program: all algorithms anew from their papers, on the file of the vectors alone. It shares no code with the
 * project, and makes one mistake where it is asked to.
 */

type Numbers = readonly number[];

interface WrittenVector {
  readonly decimal: Numbers;
  readonly hexadecimal: readonly string[];
}

/** What the program reads of the file. */
export interface VectorFile {
  readonly format: string;
  readonly problem: {
    readonly initial: WrittenVector;
    readonly agents: readonly {
      readonly A: readonly WrittenVector[];
      readonly b: readonly WrittenVector[];
      readonly observations: readonly Numbers[];
    }[];
  };
  readonly cases: readonly VectorCase[];
}

interface VectorCase {
  readonly name: string;
  readonly algorithm: string;
  readonly parameters: {
    readonly stepSize: number;
    readonly serverStepSize: number;
    readonly momentum: number;
  };
  readonly trigger: { readonly localSteps?: number; readonly probability?: number };
  readonly schedule: {
    readonly agents?: readonly Numbers[] | Numbers;
    readonly policy?: {
      readonly kind: string;
      readonly count: number;
      readonly mixing: number;
      readonly serverStepSize: number;
      readonly weight: { readonly exponent: number };
    };
  };
  readonly theta: readonly WrittenVector[];
  readonly exactCurve: { readonly reason?: string; readonly meanSquare?: WrittenVector };
  readonly messages: readonly {
    readonly round: number;
    readonly from: number | 'server';
    readonly localSteps: number;
    readonly kind: string;
    readonly vectors: Readonly<Record<string, WrittenVector>>;
    readonly observations?: readonly { readonly first: number; readonly used: number }[];
  }[];
}

const plus = (x: Numbers, s: number, y: Numbers): number[] => x.map((value, j) => value + s * y[j]!);
const sum = (all: readonly Numbers[]): number[] => all[0]!.map((_, j) => all.reduce((s, x) => s + x[j]!, 0));
const average = (all: readonly Numbers[]): number[] => sum(all).map((x) => x / all.length);
const minus = (x: Numbers): number[] => x.map((value) => -value);
const zero = [0, 0];

/** An agent that reads the list of its observations. */
class Reader {
  at = 0;
  readonly agent: VectorFile['problem']['agents'][number];
  readonly stream: number;
  readonly mistake: string;

  constructor(agent: Reader['agent'], stream: number, mistake: string) {
    this.agent = agent;
    this.stream = stream;
    this.mistake = mistake;
  }

  value(theta: Numbers): number[] {
    const state = this.agent.observations[this.stream]![this.at]!;
    const [A, b] = [this.agent.A[state]!.decimal, this.agent.b[state]!.decimal];
    const G = [b[0]! - A[0]! * theta[0]! - A[1]! * theta[1]!, b[1]! - A[2]! * theta[0]! - A[3]! * theta[1]!];
    return this.mistake === 'operator-sign' ? minus(G) : G;
  }

  /** Calls `each` at the observations of a round of H local steps. */
  loop(H: number, each: () => void): void {
    const start = this.at;
    let [first, last] = [0, H];
    if (this.mistake === 'first-step-missing') first = 1;
    if (['last-step-missing', 'step-missing'].includes(this.mistake)) last = H - 1;
    if (['step-added', 'next-observation-used'].includes(this.mistake)) last = H + 1;
    for (let k = first; k < last; k++) {
      this.at = start + k;
      each();
    }
    this.at = start + (['step-missing', 'step-added'].includes(this.mistake) ? last : H);
  }

  steps(theta: Numbers, eta: number, correction: Numbers, H: number): number[] {
    const c = this.mistake === 'correction-sign' ? minus(correction) : correction;
    const s = this.mistake === 'step-sign' ? -1 : 1;
    let moved = [...theta];
    this.loop(H, () => {
      moved = plus(moved, eta, plus(c, s, this.value(moved)));
    });
    return moved;
  }

  peek(theta: Numbers): number[] {
    const value = this.value(theta);
    if (this.mistake === 'evaluation-used-up') this.at++;
    return value;
  }
}

/** How much too large H is in the loop, and in the formulas. */
const WRONG_H: Readonly<Record<string, readonly [loop: number, formulas: number]>> = {
  'fewer-local-steps': [-1, -1],
  'more-local-steps': [1, 1],
  'fewer-in-formulas': [0, -1],
  'more-in-formulas': [0, 1],
};

/** θ̄ after each round of a case. */
export function program(file: VectorFile, name: string, mistake = 'none'): number[][] {
  const vectorCase = file.cases.find((found) => found.name === name)!;
  return vectorCase.schedule.policy === undefined
    ? withRounds(file, vectorCase, mistake)
    : withoutRounds(file, vectorCase, mistake);
}

function withRounds({ problem }: VectorFile, vectorCase: VectorCase, mistake: string): number[][] {
  const readers = problem.agents.map((agent) => [0, 1].map((stream) => new Reader(agent, stream, mistake)));
  const N = readers.length;
  const { stepSize: eta, serverStepSize, momentum: beta } = vectorCase.parameters;
  const gamma = mistake === 'server-sign' ? -serverStepSize : serverStepSize;
  const [inLoop, inFormulas] = WRONG_H[mistake] ?? [0, 0];
  const controls = readers.map(() => zero);
  let [theta, coarse, fine, c, v]: Numbers[] = [
    problem.initial.decimal,
    problem.initial.decimal,
    problem.initial.decimal,
    zero,
    zero,
  ];
  const all: number[][] = [];
  for (let round = 1; round <= 3; round++) {
    const asked = vectorCase.messages.find(
      (sent) => sent.round === round && sent.from === 'server' && sent.localSteps > 0,
    )!;
    const H = asked.localSteps + inLoop;
    /** in the formulas */
    const K = asked.localSteps + inFormulas;
    const S = (vectorCase.schedule.agents?.[round - 1] as Numbers | undefined) ?? readers.map((_, i) => i);
    const start: Numbers = theta!;
    const advance = (i: number, correction: Numbers, size = eta): number[] =>
      readers[i]![0]!.steps(start, size, correction, H);
    switch (vectorCase.algorithm) {
      case 'local-sa':
        theta = average(S.map((i) => advance(i, zero)));
        break;
      case 'scafflsa': {
        const { probability } = vectorCase.trigger;
        const gain =
          probability === undefined || mistake === 'drawn-gain' ? 1 / (eta * K) : probability / eta;
        const models = S.map((i) => advance(i, controls[i]!));
        const next = average(models);
        for (const i of S) controls[i] = plus(controls[i]!, gain, plus(next, -1, models[i]!));
        theta = next;
        break;
      }
      case 'fedhsa': {
        const values = S.map((i) => readers[i]![0]!.peek(start));
        const g = average(values);
        const models = S.map((i) => advance(i, plus(g, -1, values[i]!)));
        theta = plus(start, gamma, average(models.map((model) => plus(model, -1, start))));
        break;
      }
      case 'minibatch-sgd': {
        const means = S.map((i) => {
          let total: Numbers = zero;
          readers[i]![0]!.loop(H, () => (total = plus(total, 1, readers[i]![0]!.value(start))));
          return total.map((x) => x / K);
        });
        theta = plus(start, gamma, average(means));
        break;
      }
      case 'local-sgd-m': {
        const correction = v!.map((x) => (-(1 - beta) / beta) * x);
        const models = S.map((i) => advance(i, correction, eta * beta));
        v = plus(start, -1, average(models)).map((x) => x / (eta * K));
        theta = plus(start, -gamma, v);
        break;
      }
      case 'scaffold': {
        const answers = S.map((i) => {
          const model = advance(i, plus(controls[i]!, -1, c!));
          const next = plus(controls[i]!, -1, c!).map((x, j) => x + (start[j]! - model[j]!) / (eta * K));
          const change = plus(next, -1, controls[i]!);
          controls[i] = next;
          return { move: plus(model, -1, start), change: mistake === 'full-control' ? next : change };
        });
        const over = mistake === 'moves-over-all' ? N : S.length;
        theta = plus(start, gamma / over, sum(answers.map(({ move }) => move)));
        const among = mistake === 'controls-over-participants' ? S.length : N;
        c = plus(c!, 1 / among, sum(answers.map(({ change }) => change)));
        break;
      }
      case 'richardson-romberg': {
        const runs = S.map((i) => [
          readers[i]![0]!.steps(fine!, eta, zero, H),
          readers[i]![1]!.steps(coarse!, 2 * eta, zero, H),
        ]);
        fine = average(runs.map((run) => run[0]!));
        coarse = average(runs.map((run) => run[1]!));
        theta = plus(
          fine.map((x) => 2 * x),
          -1,
          coarse,
        );
        break;
      }
    }
    all.push([...theta!]);
  }
  return all;
}

function withoutRounds({ problem }: VectorFile, vectorCase: VectorCase, mistake: string): number[][] {
  const readers = problem.agents.map((agent) => new Reader(agent, 0, mistake));
  const { kind, count, mixing, serverStepSize, weight } = vectorCase.schedule.policy!;
  const H = vectorCase.trigger.localSteps! + (WRONG_H[mistake]?.[0] ?? 0);
  const by = { 'staleness-larger': 1, 'staleness-smaller': -1 }[mistake] ?? 0;
  let theta: Numbers = problem.initial.decimal;
  const all: number[][] = [];
  const sent = readers.map(() => ({ theta, version: 0 }));
  let buffer: { origin: Numbers; model: Numbers; version: number }[] = [];
  for (const agent of vectorCase.schedule.agents as Numbers) {
    const { theta: origin, version } = sent[agent]!;
    buffer.push({
      origin,
      version,
      model: readers[agent]!.steps(origin, vectorCase.parameters.stepSize, zero, H),
    });
    if (kind === 'asynchronous' || buffer.length === count) {
      const now = theta;
      const moves = buffer.map(({ origin: from, model, version: old }) => {
        const s = (Math.max(0, all.length - old + by) + 1) ** -weight.exponent;
        const base = kind === 'asynchronous' || mistake === 'moves-from-newest' ? now : from;
        return plus(model, -1, base).map((x) => s * x);
      });
      const over = mistake === 'moves-over-all' ? readers.length : moves.length;
      theta = plus(now, (kind === 'asynchronous' ? mixing : serverStepSize) / over, sum(moves));
      all.push([...theta]);
      buffer = [];
    }
    sent[agent] = { theta, version: all.length };
  }
  return all;
}
