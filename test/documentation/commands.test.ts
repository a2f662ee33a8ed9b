/** What a newcomer types first: some five seconds of processor time. */
import { FIRST, testCommandsOf } from './followed.ts';

testCommandsOf(FIRST);
