/**
 * An algorithm given by its round alone: its messages and both parts follow from the program. What a mix
 * reads of the other side is what is sent; what agents do at the end of a round they do when they hear of
 * that, with the next round's start.
 *
 * A program speaks of errors, θ̄ − θ*, and the parts of models, so its mixes must say the same of both: in
 * a model the coefficients of models sum to 1, in a memory or correction to 0.
 */
import type { Vector } from '../maths/vector.ts';
import { mean } from '../maths/vector.ts';
import type { LocalWork } from '../problems/localWork.ts';
import {
  type AgentPart,
  type AgentSite,
  type Algorithm,
  algorithm,
  type PolicyTraits,
  type RoundDefinition,
  type ServerPart,
  type ServerSite,
} from './algorithm.ts';
import { type Message, message, type MessageType, vectorOf } from './message.ts';
import { type Parameters, someValues } from '../values/parameter.ts';
import type { Combination, Mix, RoundProgram, Source } from './roundProgram.ts';
import { likeTrigger, type RunTrigger, type TriggerConfiguration } from '../triggers/index.ts';

/** The program of a round, by its number: parameters may change from round to round. */
type ProgramOf = (round: number) => RoundProgram;

/** An algorithm's `round`, whatever its parameters. */
type RoundOf = (constants: Readonly<Record<string, unknown>>, trigger: TriggerConfiguration) => RoundProgram;

/** Vectors by the names that mixes give them. */
type Registers = Partial<Record<Source, Vector>>;

const SYMBOLS: Readonly<Record<Source, string>> = {
  server: 'θ̄',
  memory: 'v',
  model: 'θ_i',
  correction: 'c_i',
  meanModel: 'mean θ_i',
  meanCorrection: 'mean c_i',
};

/** What the mixes of a program read, which says what has to be sent. */
interface Reads {
  /** of the server's registers, by agents as they open a round */
  readonly opening: readonly Source[];
  /** of averages and the server's old registers, by agents as they close a round */
  readonly closing: readonly Source[];
  /** by agents after the evaluation */
  readonly evaluation: readonly Source[];
  /** of the averages, by anybody, after the evaluation and at the end */
  readonly averagesOfEvaluation: readonly Source[];
  readonly averagesOfEnd: readonly Source[];
}

const OWN: readonly Source[] = ['model', 'correction'];
const AVERAGES: readonly Source[] = ['meanModel', 'meanCorrection'];

const readBy = (...combinations: readonly (Combination | undefined)[]): Source[] => [
  ...new Set(combinations.flatMap((one) => Object.keys(one ?? {}) as Source[])),
];

const agentsReads = ({ model, correction }: Mix): Source[] =>
  readBy(model, correction).filter((source) => !OWN.includes(source));

function readsOf(program: RoundProgram): Reads {
  const { opening, evaluation = {} } = program;
  const closing = program.closing(2);
  const averages = (mix: Mix): Source[] =>
    readBy(mix.server, mix.memory, mix.model, mix.correction).filter((source) => AVERAGES.includes(source));
  return {
    opening: agentsReads(opening),
    closing: agentsReads(closing),
    evaluation: agentsReads(evaluation),
    averagesOfEvaluation: averages(evaluation),
    averagesOfEnd: averages(closing),
  };
}

/** What is sent of the averages: `meanModel` needs every `model`. */
const ownOf = (averages: readonly Source[]): Source[] =>
  averages.map((average) => (average === 'meanModel' ? 'model' : 'correction'));

const symbolsOf = (fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, SYMBOLS[field.replace(/^last_/, '') as Source]]));

/** Whether the server's new model is the average alone, so that agents know the one from the other. */
const isPlainAverage = ({ server }: Mix): boolean =>
  server?.meanModel === 1 && Object.keys(server).length === 1;

/** A register after a mix: what the combination says, or as it was. */
function mixed(combination: Combination | undefined, registers: Registers, old: Vector): Vector {
  if (combination === undefined) return old;
  const out = new Float64Array(old.length);
  for (const [source, coefficient] of Object.entries(combination) as [Source, number][]) {
    const read = registers[source]!;
    for (let j = 0; j < out.length; j++) out[j]! += coefficient * read[j]!;
  }
  return out;
}

/** What a program cannot say of models, since it would say another thing of errors. */
function refuseInconsistent(name: string, program: RoundProgram): void {
  const { opening, evaluation = {} } = program;
  for (const mix of [opening, evaluation, program.closing(1), program.closing(3)]) {
    for (const register of ['server', 'model', 'memory', 'correction'] as const) {
      const combination = mix[register];
      if (combination === undefined) continue;
      const { server = 0, model = 0, meanModel = 0 } = combination;
      const sum = server + model + meanModel;
      const wanted = register === 'server' || register === 'model' ? 1 : 0;
      if (Math.abs(sum - wanted) > 1e-9 * Math.max(1, Math.abs(server), Math.abs(meanModel))) {
        throw new TypeError(
          `${name}: in a mix of its round, the coefficients of models (server, model, meanModel) in "${register}" sum to ${sum}; they must sum to ${wanted}`,
        );
      }
    }
  }
}

/** What a round's program makes of an algorithm. */
interface PartsOfRound {
  readonly messages: {
    readonly down: readonly MessageType[];
    readonly up: readonly MessageType[];
    readonly notices: readonly MessageType[];
  };
  readonly agent: (programOf: ProgramOf, site: AgentSite) => AgentPart;
  readonly server: (programOf: ProgramOf, site: ServerSite) => ServerPart;
  readonly under: (policy: PolicyTraits) => string | undefined;
}

/**
 * The messages and parts of an algorithm, from its round.
 *
 * @param program - with any parameters: what its mixes read must not depend on them
 */
function partsOfRound(name: string, program: RoundProgram): PartsOfRound {
  refuseInconsistent(name, program);
  const reads = readsOf(program);
  const kept = program.correction === 'kept';
  const known = (source: Source): boolean =>
    source === 'meanModel' && reads.opening.includes('server') && isPlainAverage(program.closing(2));
  // Of the round before: what closes it at the agents, but for what they have or see anyway.
  const last = kept ? reads.closing.filter((source) => AVERAGES.includes(source) && !known(source)) : [];
  const closing = kept ? reads.closing.map((source) => (known(source) ? 'server' : source)) : [];
  const opened = [...new Set([...reads.opening, ...closing])].filter(
    (source): source is 'server' | 'memory' => source === 'server' || source === 'memory',
  );
  const added = reads.evaluation.filter((source) => !(opened as readonly Source[]).includes(source));
  const downFields = [...opened, ...last.map((source) => `last_${source}`)];
  const evaluates = program.evaluation !== undefined;
  const started = message('started', symbolsOf(downFields), { localSteps: !evaluates });
  const evaluated = message('evaluated', symbolsOf(ownOf(reads.averagesOfEvaluation)));
  const corrected = message('corrected', symbolsOf(added));
  const ended = message('ended', symbolsOf(ownOf(reads.averagesOfEnd)));

  const make = (
    type: MessageType,
    registers: Registers,
    of = (field: string) => field as Source,
  ): Message => {
    const vectors = Object.fromEntries(type.fields.map((field) => [field, registers[of(field)]!]));
    return (type as unknown as (vectors: Record<string, Vector>) => Message)(vectors);
  };

  return {
    messages: {
      down: evaluates ? [started, corrected] : [started],
      up: evaluates ? [evaluated, ended] : [ended],
      notices: [],
    },
    agent: (programOf, { dimension }) => agent(programOf, dimension),
    server: (programOf, site) => server(programOf, site),
    under: ({ free, carries }) => {
      if (free) return 'it is given by its round, which all agents go through together';
      return carries ? 'its round takes in answers to one and the same model; drop late updates' : undefined;
    },
  };

  function agent(programOf: ProgramOf, dimension: number): AgentPart {
    let registers: Registers = {};
    /** c_i between rounds, where it is kept */
    let correction: Vector = new Float64Array(dimension);
    let model: Vector = new Float64Array(dimension);
    /** the round whose end has not been heard of, and its number of local steps */
    let open: { readonly round: number; readonly localSteps: number } | undefined;

    const close = (start: Message): void => {
      if (!kept || !open || !start.taken || start.round !== open.round + 1) return;
      const heard: Registers = { ...registers, model, correction };
      for (const source of last) heard[source] = vectorOf(start, `last_${source}`);
      if (reads.closing.some(known)) heard.meanModel = vectorOf(start, 'server');
      correction = mixed(programOf(open.round).closing(open.localSteps).correction, heard, correction);
    };
    const begin = (start: Message): void => {
      close(start);
      registers = { model, correction };
      for (const source of opened) registers[source] = vectorOf(start, source).slice();
      const { opening } = programOf(start.round);
      const [next, own] = [
        mixed(opening.model, registers, model),
        mixed(opening.correction, registers, correction),
      ];
      model = next;
      correction = own;
    };
    return {
      ask: (asked, work) => {
        const { act, evaluation } = programOf(asked.round);
        if (asked.kind === started.kind) {
          begin(asked);
          open = undefined;
          if (evaluation) {
            work.accumulate(model, 1);
            return;
          }
          perform(work, act, asked.localSteps);
          return;
        }
        const heard: Registers = { ...registers, model, correction };
        for (const source of added) heard[source] = vectorOf(asked, source);
        [model, correction] = [
          mixed(evaluation!.model, heard, model),
          mixed(evaluation!.correction, heard, correction),
        ];
        perform(work, act, asked.localSteps - 1);
      },
      answer: ({ kind, round, localSteps }, work) => {
        if (evaluates && kind === started.kind) {
          correction = sum(correction, work.value);
          return make(evaluated, { model, correction });
        }
        if (work.kind === 'accumulate') correction = sum(correction, work.value);
        else model = work.theta.slice();
        open = { round, localSteps };
        return make(ended, { model, correction });
      },
      states: () => ({ correction }),
      kept: () => [...Object.values(registers), correction, model],
    };

    function perform(work: LocalWork, act: RoundProgram['act'], steps: number): void {
      if (act.kind === 'gather') work.accumulate(model, steps);
      else work.advance(model, act.stepSize, program.correction === 'none' ? undefined : correction, steps);
    }
  }

  function server(programOf: ProgramOf, { initial }: ServerSite): ServerPart {
    const d = initial.length;
    let registers: Registers = { server: initial, memory: new Float64Array(d) };
    for (const source of last) registers[source] = new Float64Array(d);
    return {
      model: () => registers.server!,
      kept: () => Object.values(registers),
      open: () => make(started, registers, (field) => field.replace(/^last_/, '') as Source),
      receive: ({ kind, all }, round, localSteps) => {
        const step = programOf(round);
        const averages = kind === evaluated.kind ? reads.averagesOfEvaluation : reads.averagesOfEnd;
        const heard: Registers = { ...registers };
        for (const average of averages) {
          const [own] = ownOf([average]);
          heard[average] = mean(
            all.map((answer) => vectorOf(answer, own!)),
            d,
          );
        }
        const mix = kind === evaluated.kind ? step.evaluation! : step.closing(localSteps);
        const next: Registers = {
          server: mixed(mix.server, heard, registers.server!),
          memory: mixed(mix.memory, heard, registers.memory!),
        };
        for (const source of last) next[source] = heard[source]!;
        const startedFrom = registers.server!;
        if (kind === evaluated.kind) {
          const sent = make(corrected, { ...heard, ...registers });
          registers = { ...registers, ...next };
          return sent;
        }
        registers = next;
        const models = ended.fields.includes('model')
          ? all.map((answer) => vectorOf(answer, 'model'))
          : all.map(() => startedFrom);
        return { localModels: () => models };
      },
    };
  }
}

const sum = (a: Vector, b: Vector): Vector => Float64Array.from(a, (x, j) => x + b[j]!);

/** The program of each round, from an algorithm's `round` and its parameters as its parts get them. */
function programsOf(
  round: RoundOf,
  values: Readonly<Record<string, unknown>>,
  trigger: RunTrigger,
): ProgramOf {
  // Of others the round knows nothing: it does not ask.
  const known = likeTrigger(trigger) ?? SOME_TRIGGER;
  let at = 0;
  let program: RoundProgram | undefined;
  return (t) => {
    if (program === undefined || at !== t) {
      const constants = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as (round: number) => number)(t) : value,
      ]);
      program = round(Object.fromEntries(constants) as Readonly<Record<string, unknown>>, known);
      at = t;
    }
    return program;
  };
}

const SOME_TRIGGER: TriggerConfiguration = { kind: 'deterministic', localSteps: 2 };

/**
 * Makes an algorithm of its round alone: its messages and parts follow from that.
 *
 * @throws TypeError for a round that gives models and errors different equations
 */
export function algorithmOfRound<const P extends Parameters>(definition: RoundDefinition<P>): Algorithm {
  const { name, parameters } = definition;
  const round = definition.round as unknown as RoundOf;
  const any = round(someValues(parameters), SOME_TRIGGER);
  const { messages, agent, server, under } = partsOfRound(name, any);
  return algorithm({
    ...definition,
    messages,
    under: (policy, trigger) =>
      round.length > 1 && likeTrigger(trigger) === undefined
        ? 'its round goes by the law of the gaps, and those of the trigger have none'
        : under(policy),
    agent: (values, site) => agent(programsOf(round, values, site.trigger), site) as never,
    server: (values, site) => server(programsOf(round, values, site.trigger), site) as never,
  });
}
