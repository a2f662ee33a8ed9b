/** report.html: one page that needs nothing beside itself. */
import type { Manifest } from '../recording/manifest.ts';
import { configurationTable, facts } from './configurationTable.ts';
import { escapeHtml, html, type Html, trusted } from './html.ts';
import { STYLE } from './style.ts';

/** A figure as the page shows it. */
export interface PageFigure {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** SVG with the theme's colours */
  readonly svg: string;
  readonly caption: Html;
}

/** Turns the page over to light or dark; without scripts there is no button and the reader's preference holds. */
const SCRIPT = `
const button = document.querySelector('.theme');
const root = document.documentElement;
const preferred = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (root.dataset.theme ?? (preferred.matches ? 'dark' : 'light')) === 'dark';
const name = () => { button.textContent = isDark() ? 'Light' : 'Dark'; };
button.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; name(); });
preferred.addEventListener('change', name);
button.hidden = false;
name();
`;

/** The whole page; every string of the manifest is escaped. */
export function page(manifest: Manifest, figures: readonly PageFigure[], results: Html): string {
  const { scenario } = manifest;
  const [main, ...further] = figures;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${scenario.title}</title>
        <style>
          ${trusted(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <button class="theme" type="button" aria-label="switch between light and dark" hidden></button>
          <h1>${scenario.title}</h1>
          <p class="question">${scenario.question}</p>
          ${scenario.reproduces === null ? undefined : html`<p class="muted">Reproduces ${scenario.reproduces}</p> `}
          <ul class="facts">
            ${facts(manifest).map((fact) => html`<li>${fact}</li>`)}
          </ul>
          ${stateNotice(manifest)}
        </header>
        <main>
          ${main === undefined ? html`<p class="muted">No round was recorded that a figure could show.</p> ` : html`<div class="main">${drawing(main)}</div> `}
          <h2>Results</h2>
          ${results}${
            further.length === 0
              ? undefined
              : html`<h2>Further figures</h2>
                  <div class="further">${further.map(drawing)}</div> `
          }
          <h2>Configuration</h2>
          ${configurationTable(manifest)}
          <h2>How to reproduce</h2>
          <p>
            With fedsa ${manifest.version}${manifest.commit === null ? '' : ` (commit ${manifest.commit})`}
            and Node ${manifest.node}:
          </p>
          <pre
            class="command"
          ><code>${['npx fedsa', ...manifest.arguments.map(shellQuoted)].join(' ')}</code></pre>
          <details>
            <summary>manifest.json</summary>
            <pre><code>${JSON.stringify(manifest, null, 2)}</code></pre>
          </details>
        </main>
        <footer>fedsa ${manifest.version} · ${scenario.name} · run of ${manifest.startedAt}</footer>
        <script>
          ${trusted(SCRIPT)};
        </script>
      </body>
    </html> `.html;
}

/** The SVG as an image with a name and a description, for those who do not see it. */
export function withTitle(svg: string, name: string, title: string, description: string): string {
  const ids = `${name}-title ${name}-description`;
  return svg.replace(
    /^<svg([^>]*)>/,
    (_, attributes: string) =>
      `<svg${attributes} role="img" aria-labelledby="${ids}"><title id="${name}-title">${escapeHtml(title)}</title><desc id="${name}-description">${escapeHtml(description)}</desc>`,
  );
}

function drawing(figure: PageFigure): Html {
  return html`<figure id="${figure.name}">
    <div class="drawing">${trusted(figure.svg)}</div>
    ${figure.caption}
  </figure> `;
}

/** What a reader must know first, if the run did not simply complete. */
function stateNotice({ state, failure }: Manifest): Html | undefined {
  if (state === 'completed') return undefined;
  const text = {
    running: 'This run had not ended when the report was written: it shows what was recorded so far.',
    interrupted: 'This run was interrupted: the report shows what was recorded up to then.',
    failed: 'This run failed: the report shows what was recorded up to then.',
  }[state];
  return html`<p class="state">
    <strong>${text}</strong>${failure === null ? undefined : html` ${failure}`}
  </p> `;
}

/** Quoted for a POSIX shell where that is needed. */
function shellQuoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
