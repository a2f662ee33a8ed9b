/** A process that runs cases. */
import { allCases } from './cases.ts';
import { serveCases } from './processes.ts';
import { runCase } from './runCase.ts';

const cases = new Map((await allCases()).map((testCase) => [testCase.key, testCase]));

serveCases(({ key, keep }) => runCase(cases.get(key)!, keep));
