/** The thread that writes the compiled form of a file, as the program is built. */
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { compiledForm, runScript } from './compiledScript.ts';

const file = new URL(workerData as string);
writeFileSync(compiledForm(file), runScript(file).script.createCachedData());
