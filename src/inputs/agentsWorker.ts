/**
 * A thread that generates a problem's agents from the last on, while another asks for them from the first on. They meet where
 * both have done what they could in the same time.
 */
import { workerData } from 'node:worker_threads';
import { buildProblem } from '../problems/buildProblem.ts';
import type { GenerationTask } from './generating.ts';

const { specification, memory } = workerData as GenerationTask;
const { agents, generate } = buildProblem(specification, memory).generation!;
for (let index = agents - 1; index >= 0 && generate(index);) index--;
