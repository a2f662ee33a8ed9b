/** The project's word list: what is not written, and the terms instead. */

/** A word that is not written, and the term instead of it. */
export interface Term {
  readonly pattern: string;
  /** the pattern as a whole word, in either case */
  readonly expression: RegExp;
  readonly instead: string;
}

const LIST: readonly (readonly [pattern: string, instead: string])[] = [
  ['(un)?told', 'reported, named, listed, given'],
  ['tell(s|ing)?', 'report, say, name, print'],
  ['dear(er|est|ly)?', 'expensive'],
  ['upload(s|ing)?', 'answer, uplink'],
  ['hangs? on', 'depends on'],
  ['goes? by', 'depends on'],
  ['for ever', 'forever'],
  ['in (the )?place of', 'instead of'],
  ['whoever', 'anyone who'],
  ["one['’]s own", 'a user’s'],
  ['(is|are|be) had', 'is known'],
  ['put (it|the old one) back', 'restore'],
  ['not there any more', 'missing'],
  ['deliver(y|ies|s|ed)?', 'answer, message'],
  ['casts?', 'broadcast'],
  ['letters?', 'message, type'],
  ['rooms?', 'folder, space'],
  ['neighbour(s|ing)?', 'adjacent, other programs'],
  ['takes in', 'applies'],
  ['taken in', 'applied'],
  ['held up', 'paused'],
  ['comes? to rest', 'converge'],
  ['rests', 'converges to, is suspended'],
  ['settles? (at|off|where)', 'converge to'],
  ['under way', 'in flight'],
  ['there first', 'reaches ε first'],
  ['given the arrivals', 'given the event times'],
  ['closures?', 'approximation'],
  ['out of reach', 'too large'],
  ['in the way', 'prevents'],
  ['what is left', 'remainder'],
  ['heard', 'received'],
  ['gives? up', 'cancel'],
  ['given up', 'cancelled'],
  ['of no use', 'unused'],
  ['dead letters?', 'unused message'],
  ['cohorts?', 'agent group'],
  ['lodging', 'hosted agents'],
  ['whereabouts', 'host status'],
  ['round factors?', 'contraction factor per round'],
  ['mixing α', 'mixing weight α'],
  ['floors?', 'final error'],
  ['orders? of arrivals?', 'update order'],
  ['by chance', 'random order'],
  ['by the (coin|clock)', 'Bernoulli, periodic'],
  ['beside', 'next to, compared with'],
  ['bent', 'not a power law'],
  ['worlds?', 'environment'],
  ['astray', 'the root'],
  ['gone', 'absent, crashed'],
  ['limits? of a run', 'budget'],
  ["(agents?|servers?)['’]s? parts?", 'agent logic, server logic'],
  ['servers? that (does|do) not wait', 'asynchronous server'],
  ['came to be', 'is'],
];

export const TERMS: readonly Term[] = LIST.map(([pattern, instead]) => ({
  pattern,
  expression: new RegExp(`\\b(?:${pattern})\\b`, 'i'),
  instead,
}));

/** Whether a line has the word. */
export const has = ({ expression }: Term, line: string): boolean => expression.test(line);
