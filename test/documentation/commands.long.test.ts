/** The commands of all other documents: some forty seconds of processor time. */
import { DOCUMENTS } from './documents.ts';
import { FIRST, testCommandsOf } from './followed.ts';

testCommandsOf(DOCUMENTS.filter((path) => !FIRST.includes(path)));
