/** What a newcomer types first: some fifteen seconds of processor time. */
import { FIRST, testCommandsOf } from './followed.ts';

testCommandsOf(FIRST);
