/** agents.csv and staleness.csv: what each replication of a timed run comes to for each agent, written when it ends. */
import type { AgentAccount, StalenessCount } from '../events/agentAccount.ts';
import { numberCell } from './csvCell.ts';

export const AGENTS_NAME = 'agents.csv';
export const STALENESS_NAME = 'staleness.csv';

/** The cells of a row of agents.csv behind algorithm and seed. */
const CELLS = {
  agent: ({ agent }: AgentAccount) => agent,
  computing: ({ computing }: AgentAccount) => computing,
  sending: ({ sending }: AgentAccount) => sending,
  receiving: ({ receiving }: AgentAccount) => receiving,
  waiting: ({ waiting }: AgentAccount) => waiting,
  away: ({ away }: AgentAccount) => away,
  dispatches: ({ dispatches }: AgentAccount) => dispatches,
  taken: ({ taken }: AgentAccount) => taken,
  late: ({ late }: AgentAccount) => late,
  lost: ({ lost }: AgentAccount) => lost,
  givenUp: ({ givenUp }: AgentAccount) => givenUp,
  localSteps: ({ localSteps }: AgentAccount) => localSteps,
  wastedSteps: ({ wastedSteps }: AgentAccount) => wastedSteps,
  bytes: ({ bytes }: AgentAccount) => bytes,
  wastedBytes: ({ wastedBytes }: AgentAccount) => wastedBytes,
  contribution: ({ contribution }: AgentAccount) => contribution,
  totalStaleness: ({ totalStaleness }: AgentAccount) => totalStaleness,
  largestStaleness: ({ largestStaleness }: AgentAccount) => largestStaleness,
  closed: ({ closed }: AgentAccount) => closed,
  criticalReceiving: ({ critical }: AgentAccount) => critical.receiving,
  criticalComputing: ({ critical }: AgentAccount) => critical.computing,
  criticalAway: ({ critical }: AgentAccount) => critical.away,
  criticalSending: ({ critical }: AgentAccount) => critical.sending,
} satisfies Readonly<Record<string, (account: AgentAccount) => number>>;

/** A column of agents.csv behind algorithm and seed. */
export type AgentColumn = keyof typeof CELLS;

export const AGENT_COLUMNS = Object.keys(CELLS) as AgentColumn[];
const AGENT_CELLS = Object.values(CELLS);

export const AGENTS_HEADER = ['algorithm', 'seed', ...AGENT_COLUMNS].join(',');
/** The columns of staleness.csv behind algorithm and seed. */
export const STALENESS_COLUMNS = ['agent', 'staleness', 'updates'];

export const STALENESS_HEADER = ['algorithm', 'seed', ...STALENESS_COLUMNS].join(',');

/** An agent's row of agents.csv; the prefix holds the cells of algorithm and seed, with a comma at the end. */
export const agentsRow = (prefix: string, account: AgentAccount): string =>
  prefix + AGENT_CELLS.map((cell) => numberCell(cell(account))).join(',');

/** A row of staleness.csv. */
export const stalenessRow = (prefix: string, { agent, staleness, updates }: StalenessCount): string =>
  prefix + [agent, staleness, updates].map(numberCell).join(',');
