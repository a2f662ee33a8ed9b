/** The workers that host the agents of a run: who is there, who takes part, and that they are ready. */
import { dataFrame, dataOf, kindOf } from '../../../actors/cluster/frames.ts';
import type { RemoteFailure, RemoteHost } from '../../../actors/cluster/remoteAgents.ts';
import { ASK_EVERY, Requests } from '../../../actors/cluster/requests.ts';
import { modulesOf } from '../../../actors/agent/userModules.ts';
import { connectNats, type NatsServer } from '../../nats/connect.ts';
import { identityOf, whyApart } from '../../nats/identity.ts';
import { SubjectLink } from '../../nats/link.ts';
import { type Card, discoverWorkers } from '../../nats/workerDiscovery.ts';
import { processName } from '../../nats/subjects.ts';
import type { ProblemSpecification, ScenarioProblem } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { InputError } from '../../values/failure.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import { programVersion } from '../../recording/environment.ts';
import { problemText } from '../sweep/remote/problemText.ts';
import { problemHash } from '../store/contentKey.ts';
import {
  asText,
  type HostedProblem,
  linkSubjects,
  parseReserved,
  reservationSubject,
  type Reserved,
} from './reservation.ts';

/** How long, in ms, workers may take to say that they are there, and that they take part. */
const ANSWER_WITHIN = 1000;
const RESERVE_WITHIN = 5000;

/** Hosts that are ready. */
export interface OpenCluster {
  readonly hosts: readonly RemoteHost[];
  /** Lets the workers go, if that has not been done. */
  close(): Promise<void>;
}

/** Where workers are found. */
export interface ClusterAddress {
  /** of the NATS server; where it is not given the environment variable FEDSA_NATS counts */
  readonly url: string | undefined;
  /** whether a run asks for workers by it, in a URL's words or without: it must have use for them then */
  readonly isAsked?: boolean;
  /** sees lines about the connection */
  readonly say?: (line: string) => void;
}

/** The run whose agents are hosted. */
export interface ClusterRun {
  readonly request: { readonly target: { readonly definition: { readonly problem: ScenarioProblem } } };
  readonly specification: ProblemSpecification;
  readonly configuration: Pick<RunConfiguration, 'algorithms' | 'trigger' | 'hosts' | 'kernels'>;
  readonly problem: { readonly agents: number };
}

/**
 * Takes workers for a run, and has them prepare its problem.
 *
 * @throws InputError in one line where the server cannot be reached, there are too few workers, or one of them lacks something
 */
export async function openCluster(
  run: ClusterRun,
  { url, say: observe = () => undefined }: ClusterAddress = { url: undefined },
): Promise<OpenCluster> {
  const name = processName();
  const server = await connectNats({
    url,
    name: `fedsa run ${name}`,
    environment: process.env,
    observe,
  });
  const hosts: RemoteHost[] = [];
  const asking = setInterval(() => {
    for (const { requests } of hosts) requests.ask();
  }, ASK_EVERY);
  const lose = (): void => {
    for (const { requests } of hosts)
      requests.lose(`is out of reach: ${(server.lost.reason as Error).message}`);
  };
  server.lost.addEventListener('abort', lose);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(asking);
    server.lost.removeEventListener('abort', lose);
    for (const { requests } of hosts) requests.close();
    await server.close();
  };
  try {
    await reserve(server, name, run, hosts);
    const task = dataFrame('prepare', hostedProblem(run));
    await Promise.all(hosts.map((host) => prepare(host, task)));
    return { hosts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Takes as many workers as are asked for, or all, but no more than agents. */
async function reserve(
  server: NatsServer,
  name: string,
  { configuration, problem }: ClusterRun,
  hosts: RemoteHost[],
): Promise<void> {
  const wanted = configuration.hosts;
  const cards = await discoverWorkers(server, ANSWER_WITHIN);
  // Those that have nothing to do come first.
  const ranked = cards.toSorted((a, b) => a.tasks.length - b.tasks.length);
  const refusals: string[] = [];
  for (const card of ranked) {
    if (hosts.length === Math.min(wanted ?? Infinity, problem.agents)) break;
    const reserved = await reserveOne(server, name, card);
    if ('refused' in reserved) {
      refusals.push(reserved.refused);
      continue;
    }
    const { toWorker, toRun } = linkSubjects(card.id, name);
    const worker = `${card.id} (${reserved.host}, pid ${reserved.pid})`;
    const requests = new Requests(worker, new SubjectLink(server, toWorker, toRun));
    hosts.push({ requests, threads: reserved.threads });
  }
  const needed = Math.min(wanted ?? 1, problem.agents);
  if (hosts.length >= needed) return;
  const answering =
    cards.length === 0
      ? 'no worker answers'
      : `${cards.length === 1 ? 'one worker answers' : `${cards.length} workers answer`}, and ${hosts.length} of the ${needed} needed can host agents`;
  const why = refusals.length === 0 ? '' : ` (${refusals.join('; ')})`;
  throw new InputError(
    `--placement cluster: ${answering} at ${server.where}${why}; start more with fedsa worker --nats URL`,
  );
}

async function reserveOne(server: NatsServer, run: string, card: Card): Promise<Reserved> {
  const identity = identityOf(programVersion());
  const apart = whyApart(
    { name: 'this run', identity },
    { name: `worker ${card.id}`, identity: card.identity },
  );
  if (apart !== undefined) return { refused: apart };
  try {
    const reservation = asText({ run, identity });
    const { data } = await server.connection.request(reservationSubject(card.id), reservation, {
      timeout: RESERVE_WITHIN,
    });
    return parseReserved(Buffer.from(data).toString('utf8'));
  } catch {
    return { refused: `worker ${card.id} does not answer` };
  }
}

/** What goes over the network: data by value, but for recorded data, and code by its hash. */
function hostedProblem({ request, specification, configuration }: ClusterRun): HostedProblem {
  // The policy, the trigger and the metrics are the server's.
  const values = ownValues(configuration).filter(({ kind }) => kind === 'algorithm');
  const { problem } = request.target.definition;
  return {
    text: problemText(problem.kind === 'beijing-air-quality' ? problem : specification),
    hash: problemHash(specification),
    files: modulesOf(values).map(({ file, bundle }) => ({ file, bundle })),
    kernels: configuration.kernels,
  };
}

async function prepare({ requests }: RemoteHost, task: Uint8Array): Promise<void> {
  const answer = await requests.request(task);
  if (kindOf(answer) === 'done') return;
  throw new InputError(`worker ${requests.worker}: ${(dataOf(answer) as RemoteFailure).why}`);
}
