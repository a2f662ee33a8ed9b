/** A timing model in words. */
import { presenceFacts } from './availabilityModel.ts';
import { deviceText } from './devices.ts';
import { type Distribution, lawText } from './distribution.ts';
import { type LossModel, lossText } from './loss.ts';
import { measuredText } from './measured.ts';
import { speedText } from './speed.ts';
import type { TimingFields, TimingModel } from './timingModel.ts';

/** A fact of a timing model: its name and what it is. */
export type TimingFact = readonly [name: string, text: string];

/** A model's facts: of all agents, then of those with overrides. */
export function timingFacts(model: TimingModel): TimingFact[] {
  const {
    agents = [],
    devices,
    serverUplinkBandwidth,
    serverDownlinkBandwidth,
    serverCompute,
    ...general
  } = model;
  const server: readonly (readonly [string, Distribution | undefined, string])[] = [
    ['Server uplink', serverUplinkBandwidth, 'bytes/s, shared'],
    ['Server downlink', serverDownlinkBandwidth, 'bytes/s, shared'],
    ['Server', serverCompute, 's of work each time it takes answers in'],
  ];
  return [
    ...factsOf(general),
    ...(devices ? [['Devices', deviceText(devices)] as const] : []),
    ...server.flatMap(([name, law, unit]): TimingFact[] =>
      law === undefined ? [] : [[name, lawText(law, unit)]],
    ),
    ...agents.flatMap(({ agents: [first, last], ...settings }) => {
      const subject = first === last ? `agent ${first}` : `agents ${first} to ${last}`;
      return factsOf(settings).map(([name, text]): TimingFact => [`${name}, ${subject}`, text]);
    }),
  ];
}

function factsOf(fields: TimingFields): TimingFact[] {
  const { crash, loss, dropout, duplication } = fields;
  const laws: readonly (readonly [string, Distribution | undefined, string])[] = [
    ['Local step', fields.compute, 's'],
    ['Uplink latency', fields.uplinkLatency, 's'],
    ['Downlink latency', fields.downlinkLatency, 's'],
    ['Uplink bandwidth', fields.uplinkBandwidth, 'bytes/s'],
    ['Downlink bandwidth', fields.downlinkBandwidth, 'bytes/s'],
  ];
  const chances: readonly (readonly [string, LossModel | undefined, string])[] = [
    ['Dropout', dropout, 'a message from the server is never answered'],
    ['Uplink loss', loss?.uplink, 'a message to the server is lost'],
    ['Downlink loss', loss?.downlink, 'a message from the server is lost'],
    ['Duplication', duplication, 'a message to the server arrives twice'],
  ];
  const facts: TimingFact[] = [];
  for (const [name, law, unit] of laws) if (law !== undefined) facts.push([name, lawText(law, unit)]);
  if (fields.computeDraw === 'dispatch')
    facts.push(['Compute time', 'one draw for all local steps of a dispatch']);
  if (fields.computeDraw === 'step') facts.push(['Compute time', 'a draw for each local step']);
  if (fields.slowness !== undefined)
    facts.push([
      'Slowness',
      `compute times by a factor of each agent’s own: ${lawText(fields.slowness, '×')}`,
    ]);
  if (fields.speed !== undefined) facts.push(['Speed', speedText(fields.speed)]);
  if (fields.measured !== undefined) facts.push(['Measured', measuredText(fields.measured)]);
  facts.push(...presenceFacts(fields));
  if (crash !== undefined) {
    const { at, returnsAfter } = crash;
    const back = returnsAfter === undefined ? 'for good' : `back after ${lawText(returnsAfter, 's')}`;
    facts.push(['Crash', `at ${lawText(at, 's')}, ${back}`]);
  }
  for (const [name, model, subject] of chances)
    if (model !== undefined) facts.push([name, `${subject} ${lossText(model)}`]);
  return facts;
}
