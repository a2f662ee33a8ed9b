/** Sentences of documents: what is between full stops in paragraphs, items of lists and cells of tables. */

/** A sentence may have so many words. */
export const MOST_WORDS = 25;

/** The text of a line as it is read: code is one word, links are their words, comments, pictures and stress nothing. */
export const readable = (line: string): string =>
  line
    .replace(/<[^>]+>|\*\*/g, ' ')
    .replace(/(`+).+?\1/g, 'code')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The sentences of a line; what stands in a cell or in parentheses is one at least. */
export function sentencesOf(line: string): readonly string[] {
  const text = readable(line).replace(/^\s*(?:[-*>]|\d+\.)\s+/, '');
  const asides = Array.from(text.matchAll(PARENTHESES), ([, aside]) => aside!);
  return [text.replace(PARENTHESES, ' '), ...asides]
    .flatMap((part) => part.split(/(?<=[.!?:;])\s+|\|/))
    .filter((sentence) => /\p{L}/u.test(sentence));
}

const PARENTHESES = /\(([^()]*)\)/g;

/** How many words a sentence has; numbers and signs are none. */
export const wordCount = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
