/** Who plays which part: from an algorithm's configuration to the behaviours of its actors. */
import type { LocalOperator } from '../problems/operator.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import { averagingServer } from './averagingServer.ts';
import type { AgentBehaviour, ServerBehaviour } from './behaviour.ts';
import { fedHsaAgent, fedHsaServer } from './fedHsa.ts';
import { localSaAgent } from './localSa.ts';
import { momentumAgent, momentumServer } from './localSgdMomentum.ts';
import { minibatchSgdAgent, minibatchSgdServer } from './minibatchSgd.ts';
import { scaffoldAgent, scaffoldServer } from './scaffold.ts';
import { scafflsaAgent } from './scafflsa.ts';

/** The behaviour of one agent, on its own stream. */
export function agentBehaviour(
  algorithm: AlgorithmConfiguration,
  trigger: TriggerConfiguration,
  agent: number,
  operator: LocalOperator,
): AgentBehaviour<unknown> {
  switch (algorithm.name) {
    case 'local-sa':
      return localSaAgent(agent, operator, algorithm.stepSize);
    case 'scafflsa':
      return scafflsaAgent(agent, operator, algorithm.stepSize, trigger);
    case 'fedhsa':
      return fedHsaAgent(agent, operator, algorithm.stepSize);
    case 'minibatch-sgd':
      return minibatchSgdAgent(agent, operator);
    case 'local-sgd-m':
      return momentumAgent(agent, operator, algorithm.stepSize, algorithm.momentum);
    case 'scaffold':
      return scaffoldAgent(agent, operator, algorithm.stepSize);
  }
}

/** The behaviour of the server. */
export function serverBehaviour(algorithm: AlgorithmConfiguration): ServerBehaviour<unknown> {
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
      return scaffoldServer(algorithm.serverStepSize);
  }
}
