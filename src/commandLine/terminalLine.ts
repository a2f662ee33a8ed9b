/** A line at the end of a terminal that is written over: it says how far work is, and never takes two lines. */
import { visible } from '../values/foreignText.ts';
import { visibleLength } from './textTable.ts';

const CLEAR = '\r\u001b[K';
/** Milliseconds between two lines. */
const REDRAW_EVERY = 100;
/** Columns of a terminal that does not say how many it has. */
const USUAL_COLUMNS = 80;
/** Columns of a bar. */
const [LEAST_BAR, MOST_BAR] = [6, 24];

/** The parts of such a line, of which the label gives way where columns lack. */
export interface LineParts {
  /** of the work that is done, from 0 to 1: drawn as a bar where there is room */
  readonly share?: number;
  readonly label?: string;
  readonly words: string;
}

/** A line of a terminal, until it is cleared. */
export class TerminalLine {
  readonly #stream: Pick<NodeJS.WriteStream, 'write'> & { readonly columns?: number };
  #shownAt = -Infinity;
  #isShown = false;

  constructor(stream: Pick<NodeJS.WriteStream, 'write'> & { readonly columns?: number }) {
    this.#stream = stream;
  }

  /** Writes over what is there, if that is old enough. */
  show(parts: LineParts): void {
    const now = performance.now();
    if (now - this.#shownAt < REDRAW_EVERY) return;
    this.#shownAt = now;
    this.#isShown = true;
    this.#stream.write(`${CLEAR}${lineText(parts, this.#stream.columns ?? USUAL_COLUMNS)}`);
  }

  clear(): void {
    if (this.#isShown) this.#stream.write(CLEAR);
    this.#isShown = false;
    this.#shownAt = -Infinity;
  }
}

/** The line in fewer columns than a terminal has, since the last one would begin another line. */
export function lineText({ share, label = '', words }: LineParts, columns: number): string {
  const percent = share === undefined ? '' : `${String(Math.floor(100 * share)).padStart(3)} % · `;
  const room = columns - 1 - visibleLength(`${percent}${words}`);
  const text = `${percent}${shortened(visible(label), room)}${visible(words)}`;
  const bar = Math.min(MOST_BAR, columns - 2 - visibleLength(text));
  if (share === undefined || bar < LEAST_BAR)
    return Array.from(text)
      .slice(0, columns - 1)
      .join('');
  const done = Math.round(share * bar);
  return `${'█'.repeat(done)}${'░'.repeat(bar - done)} ${text}`;
}

/** The beginning and the end of a text that is too long. */
function shortened(text: string, columns: number): string {
  if (visibleLength(text) <= columns) return text;
  if (columns < 3) return '';
  const letters = Array.from(text);
  const end = Math.floor((columns - 1) / 2);
  return [...letters.slice(0, columns - 1 - end), '…', ...letters.slice(letters.length - end)].join('');
}
