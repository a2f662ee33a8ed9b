/** Who plays which part: from an algorithm's configuration to the behaviours of its actors. */
import type { LocalOperator } from '../problems/operator.ts';
import type { ScheduledAlgorithm, TriggerConfiguration } from '../protocol/configuration.ts';
import { averagingServer } from './averagingServer.ts';
import type { AgentBehaviour, ServerBehaviour } from './behaviour.ts';
import { fedHsaAgent, fedHsaServer } from './fedHsa.ts';
import { localSaAgent } from './localSa.ts';
import { momentumAgent, momentumServer } from './localSgdMomentum.ts';
import { minibatchSgdAgent, minibatchSgdServer } from './minibatchSgd.ts';
import { extrapolatedAgent, extrapolatedServer } from './richardsonRomberg.ts';
import { scaffoldAgent, scaffoldServer } from './scaffold.ts';
import { scafflsaAgent } from './scafflsa.ts';
import { computing, type StagedBehaviour } from './stagedBehaviour.ts';

/**
 * What one agent computes and answers.
 *
 * @param dimension - d
 */
export function stagedBehaviour(
  algorithm: ScheduledAlgorithm,
  trigger: TriggerConfiguration,
  agent: number,
  dimension: number,
): StagedBehaviour<unknown> {
  switch (algorithm.name) {
    case 'local-sa':
      return localSaAgent(agent, algorithm.stepSize);
    case 'scafflsa':
      return scafflsaAgent(agent, dimension, algorithm.stepSize, trigger);
    case 'fedhsa':
      return fedHsaAgent(agent, dimension, algorithm.stepSize);
    case 'minibatch-sgd':
      return minibatchSgdAgent(agent);
    case 'local-sgd-m':
      return momentumAgent(agent, dimension, algorithm.stepSize, algorithm.momentum);
    case 'scaffold':
      return scaffoldAgent(agent, dimension, algorithm.stepSize);
    case 'richardson-romberg':
      return extrapolatedAgent(agent, algorithm.stepSize, algorithm.extrapolation, algorithm.noise);
  }
}

/**
 * The behaviour of one agent that computes by itself.
 *
 * @param operatorOn - makes the agent's operator on a copy of its stream: number 0 is the stream
 *   itself, as every algorithm sees it, the others are independent of it
 */
export function agentBehaviour(
  algorithm: ScheduledAlgorithm,
  trigger: TriggerConfiguration,
  agent: number,
  operatorOn: (copy: number) => LocalOperator,
): AgentBehaviour<unknown> {
  return computing((dimension) => stagedBehaviour(algorithm, trigger, agent, dimension), operatorOn);
}

/**
 * The behaviour of the server.
 *
 * @param agents - M, where it may be that not all of them answer
 */
export function serverBehaviour(algorithm: ScheduledAlgorithm, agents?: number): ServerBehaviour<unknown> {
  switch (algorithm.name) {
    case 'local-sa':
    case 'scafflsa':
      return averagingServer;
    case 'fedhsa':
      return fedHsaServer(algorithm.serverStepSize);
    case 'minibatch-sgd':
      return minibatchSgdServer(algorithm.serverStepSize);
    case 'local-sgd-m':
      return momentumServer(algorithm.stepSize, algorithm.serverStepSize);
    case 'scaffold':
      return scaffoldServer(algorithm.serverStepSize, agents);
    case 'richardson-romberg':
      return extrapolatedServer(algorithm.extrapolation);
  }
}
