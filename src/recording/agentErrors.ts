/** agentErrors.csv: for each recorded round a row for each agent whose model the round took in. */
import { agentValuesOf } from '../measurement/agentValues.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import { numberCell } from './csvCell.ts';

export const AGENT_ERRORS_NAME = 'agentErrors.csv';
export const AGENT_ERRORS_HEADER = 'algorithm,seed,round,agent,error,drift';

/**
 * A round's rows of agentErrors.csv.
 *
 * @param prefix - the cells of algorithm and seed, with a comma at the end
 * @param agents - M
 */
export const agentErrorsRows = (prefix: string, { round, values }: RoundRecord, agents: number): string[] =>
  agentValuesOf(values, agents).map(
    ({ agent, error, drift }) => prefix + [round, agent, error, drift].map(numberCell).join(','),
  );
