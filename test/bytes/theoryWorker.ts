/** A process that asks theory of cases. */
import { serveCases } from './processes.ts';
import { theoryCases, theoryOfCase } from './theoryCases.ts';

const cases = new Map((await theoryCases()).map((theoryCase) => [theoryCase.key, theoryCase]));

serveCases(({ key }) => theoryOfCase(cases.get(key)!));
