/** The commands of all documents: some fifty seconds of processor time. */
import { DOCUMENTS } from './documents.ts';
import { testCommandsOf } from './followed.ts';

/** Its commands need a NATS server: clusters.long.test.ts. */
const ELSEWHERE = ['docs/clusters.md'];

testCommandsOf(DOCUMENTS.filter((path) => !ELSEWHERE.includes(path)));
