/** Cells of tables whose rows a phone shows as cards. */
import { html, type Html } from './html.ts';

/**
 * A cell of a table of the class `stacked`.
 *
 * @param head - what the column is, beside the cell where there is no head above it
 */
export const cell = (head: string, content: Html | string): Html =>
  html`<td data-head="${head}"><div>${content}</div></td>`;
