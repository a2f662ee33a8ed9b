/** Parts of a page for those who look for them: closed, unless the page is built in full. */
import { html, type Html } from './html.ts';

const CLOSED = '<details class="more">';
const OPEN = '<details class="more" open>';

/** A part that is closed. */
export const folded = (summary: string | Html, content: Html): Html =>
  html`<details class="more">
    <summary>${summary}</summary>
    ${content}
  </details> `;

/** A page with all such parts open. */
export const unfolded = (page: Html): Html => ({ ...page, html: page.html.replaceAll(CLOSED, OPEN) });
