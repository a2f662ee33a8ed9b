/** The thread that estimates the root of a module's problem. */
import '../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { importProblem } from '../../actors/agent/userFile.ts';
import { estimatedRoot } from '../problems/estimatedRoot.ts';
import type { ModuleSpecification } from '../problems/specification.ts';

parentPort!.postMessage(estimatedRoot(await importProblem(workerData as ModuleSpecification)));
