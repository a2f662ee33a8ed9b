/**
 * How chosen outputs respond to every register: a round run backwards. The transposed counterpart of
 * registers.ts: one run gives the responses to all agents at once, however many there are.
 *
 * Outputs are rows: output r is `Σ W_register[r] · register` over all registers, and taking a stage
 * back turns the responses to the registers after it into those to the registers before it.
 */
import type { LocalMoments } from './localMoments.ts';
import { addInto } from '../../maths/rectangular.ts';
import type { AgentAct, Combination, Mix, Source } from '../../algorithms/roundProgram.ts';
import type { RoundStage } from './roundStages.ts';

/** To one agent's registers, each `[rows, d]`. */
export interface AgentResponses {
  model: Float64Array;
  correction: Float64Array;
  /** to z; empty where no noise is carried */
  noise: Float64Array;
}

export interface Responses {
  readonly rows: number;
  readonly dimension: number;
  /** to the constant 1 `[rows]` */
  readonly constant: Float64Array;
  /** `[rows, d]` */
  server: Float64Array;
  memory: Float64Array;
  readonly agents: readonly AgentResponses[];
}

/** All responses 0. */
export function noResponses(
  rows: number,
  dimension: number,
  agents: number,
  carriesNoise: boolean,
): Responses {
  const zeros = (): Float64Array => new Float64Array(rows * dimension);
  return {
    rows,
    dimension,
    constant: new Float64Array(rows),
    server: zeros(),
    memory: zeros(),
    agents: Array.from({ length: agents }, () => ({
      model: zeros(),
      correction: zeros(),
      noise: carriesNoise ? zeros() : new Float64Array(0),
    })),
  };
}

/** Sees how the outputs respond to what the act of a stage has just made of one agent. */
export type ResponseVisitor = (
  agent: number,
  moments: LocalMoments,
  /** to the register that the act moves `[rows, d]` */
  moved: Float64Array,
  /** to z after the act `[rows, d]` or empty */
  noise: Float64Array,
) => void;

/** Takes a whole round back, from its last stage to its first. */
export function takeBack(responses: Responses, stages: readonly RoundStage[], visit: ResponseVisitor): void {
  for (let p = stages.length - 1; p >= 0; p--) {
    const stage = stages[p]!;
    if (stage.kind === 'mix') {
      takeMixBack(responses, stage.mix);
      continue;
    }
    const target = stage.act === 'step' ? 'model' : 'correction';
    stage.moments.forEach((moments, i) => {
      const agent = responses.agents[i]!;
      visit(i, moments, agent[target], agent.noise);
      takeActBack(responses, agent, stage.act, moments);
    });
  }
}

function takeActBack(
  { rows, dimension: d, constant }: Responses,
  agent: AgentResponses,
  act: AgentAct['kind'],
  { moving, fixed, mean }: LocalMoments,
): void {
  const all = moving + fixed;
  const [after, other] = act === 'step' ? [agent.model, agent.correction] : [agent.correction, agent.model];
  const before = new Float64Array(rows * d);
  const noise = new Float64Array(agent.noise.length);
  const image = new Float64Array(all);
  for (let r = 0; r < rows; r++) {
    const row = r * d;
    image.fill(0);
    for (let k = 0; k < d; k++) {
      const factor = after[row + k]!;
      if (factor === 0) continue;
      const from = k * all;
      for (let j = 0; j < all; j++) image[j]! += factor * mean[from + j]!;
    }
    // z follows itself alone: of its rows of the mean only the columns of z are not 0
    for (let k = 0; k < d && moving > d; k++) {
      const factor = agent.noise[row + k]!;
      if (factor === 0) continue;
      const from = (d + k) * all;
      for (let j = d; j < moving; j++) image[j]! += factor * mean[from + j]!;
    }
    for (let j = 0; j < d; j++) before[row + j] = image[j]!;
    for (let j = d; j < moving; j++) noise[row + j - d] = image[j]!;
    constant[r]! += image[moving]!;
    for (let j = moving + 1; j < all; j++) other[row + j - moving - 1]! += image[j]!;
  }
  agent.noise = noise;
  if (act === 'step') agent.model = before;
  else agent.correction = before;
}

/** To what a mix reads of the server, and to the averages over agents. */
type Shared = Record<Exclude<Source, 'model' | 'correction'>, Float64Array>;

function takeMixBack(responses: Responses, mix: Mix): void {
  const length = responses.server.length;
  const zeros = (): Float64Array => new Float64Array(length);
  const shared: Shared = {
    server: mix.server ? zeros() : responses.server,
    memory: mix.memory ? zeros() : responses.memory,
    meanModel: zeros(),
    meanCorrection: zeros(),
  };
  if (mix.server) spread(shared, undefined, mix.server, responses.server);
  if (mix.memory) spread(shared, undefined, mix.memory, responses.memory);
  for (const agent of responses.agents) {
    if (mix.model === undefined && mix.correction === undefined) break;
    const ofAgent = {
      model: mix.model ? zeros() : agent.model,
      correction: mix.correction ? zeros() : agent.correction,
    };
    if (mix.model) spread(shared, ofAgent, mix.model, agent.model);
    if (mix.correction) spread(shared, ofAgent, mix.correction, agent.correction);
    Object.assign(agent, ofAgent);
  }
  responses.server = shared.server;
  responses.memory = shared.memory;
  const share = 1 / responses.agents.length;
  for (const mean of [shared.meanModel, shared.meanCorrection])
    for (let j = 0; j < length; j++) mean[j]! *= share;
  for (const agent of responses.agents) {
    addInto(agent.model, shared.meanModel);
    addInto(agent.correction, shared.meanCorrection);
  }
}

/** Adds the response to a combination to those to its sources. */
function spread(
  shared: Shared,
  ofAgent: Pick<AgentResponses, 'model' | 'correction'> | undefined,
  combination: Combination,
  response: Float64Array,
): void {
  for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
    let to: Float64Array;
    if (source === 'model' || source === 'correction') {
      if (ofAgent === undefined) throw new TypeError(`the server has no register "${source}" of an agent`);
      to = ofAgent[source];
    } else to = shared[source];
    for (let j = 0; j < to.length; j++) to[j]! += factor * response[j]!;
  }
}
