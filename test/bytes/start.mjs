/**
 * Starts a TypeScript file of this folder, `node start.mjs <file> …`, in this thread alone: a loader that is
 * given to Node itself is loaded in every thread that a run starts, which takes longer than most runs.
 */
import { register } from 'tsx/esm/api';

register();
await import('../../bench/harness/builtProgram.mjs');
await import(new URL(process.argv[2], import.meta.url).href);
