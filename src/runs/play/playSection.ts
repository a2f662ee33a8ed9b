/** The part of a page that its reader plays with: sliders and choices, the picture, the program and the run, compressed. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { solveProblem } from '../../problems/root.ts';
import { AXES, HORIZONTALS } from '../../report/axes.ts';
import { html, type Html, trusted } from '../../report/html.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import { builtFile } from '../../values/builtProgram.ts';
import { type Choice, type Controls, controlsOf, type Slider } from './controls.ts';
import { PLAY_STYLE } from './playStyle.ts';
import { type PlayedRun, writePlayed } from './playedRun.ts';

/**
 * The section.
 *
 * @param problem - that of the run's specification, where it is built already
 */
export function playSection(played: PlayedRun, problem = buildProblem(played.specification)): Html {
  const text = writePlayed(played);
  const facts = problemFacts(problem, () => solveProblem(problem));
  const { settings, recorded, target } = played;
  const configuration = recorded?.configuration ?? runConfiguration(settings, problem.dimension, facts);
  const controls = controlsOf({ settings, configuration, problem, facts });
  const program = readFileSync(builtFile('program/playWorker.js'), 'utf8');
  const words = recorded
    ? 'Move a slider: your browser computes the run with the new settings, and draws it over the recorded curves.'
    : 'Move a slider: your browser computes the run with the new settings.';
  return html`<style>
      ${trusted(PLAY_STYLE)}
    </style>
    <section id="play" data-target="${JSON.stringify(target)}">
      <h2>Try other settings</h2>
      <p class="muted">${words} It needs no network.</p>
      <noscript><p class="state">This part of the page needs scripts.</p></noscript>
      <div class="bench">
        <form class="controls" autocomplete="off" hidden>
          ${controls.sliders.map(sliderHtml)} ${controls.choices.map(choiceHtml)} ${algorithmsHtml(controls)}
          ${axisHtml()}
          <p class="buttons">
            ${recorded && html`<button type="reset" class="repeat">As recorded</button>`}
            ${recorded ? undefined : html`<button type="reset">Start again</button>`}
          </p>
        </form>
        <div class="seen">
          <p role="status"></p>
          <div class="picture"></div>
          <div class="numbers"></div>
          <pre class="command" hidden><code></code></pre>
        </div>
      </div>
      ${data('program', program)}${data('run', text)}
    </section>`;
}

/** A text, compressed. */
const data = (name: string, text: string): Html =>
  html`<script type="text/plain" class="${name}">
    ${trusted(gzipSync(text, { level: 9 }).toString('base64'))}
  </script>`;

function sliderHtml({ field, flag, symbol, help, values, at, text }: Slider): Html {
  const id = `play-${flag}`;
  const [letter, index] = symbol.split('_', 2);
  const name = symbol === '' ? html`` : html`<i>${letter}${index && html`<sub>${index}</sub>`}</i>, `;
  const range = `<input id="${id}" type="range" min="0" max="${values.length - 1}" step="1" value="${at}" data-field="${field}" data-flag="${flag}" data-values="${JSON.stringify(values)}" aria-valuetext="${text}" />`;
  return html`<p>
    <label for="${id}">${name}${help}</label>
    <output for="${id}" aria-live="off">${text}</output>
    ${trusted(range)}
  </p>`;
}

function choiceHtml({ field, flag, details, label, words }: Choice): Html {
  const options = words.map(
    ({ words, text, value }) =>
      html`<option value="${value === undefined ? '' : JSON.stringify(value)}" data-text="${text}">
        ${words}
      </option>`,
  );
  return html`<p class="choice">
    <label for="play-${flag}">${label}</label>
    <select id="play-${flag}" data-field="${field}" data-flag="${flag}" data-details="${details.join(' ')}">
      ${options}
    </select>
    ${words.some(({ words }) => words.length > ROOM) ? html`<span class="muted">${words[0]!.words}</span>` : undefined}
  </p>`;
}

/** Of a closed list, in letters: where it cuts words, they stand below it. */
const ROOM = 25;

function algorithmsHtml({ algorithms }: Controls): Html | undefined {
  if (algorithms.length < 2) return undefined;
  const box = ({ name, title, isThere, needs, flags }: Controls['algorithms'][number]): Html =>
    html`<label
      >${trusted(`<input type="checkbox" name="algorithm" value="${name}" data-needs="${needs.join(' ')}" data-flags="${flags.join(' ')}"${isThere ? ' checked' : ''} />`)}
      ${title}</label
    >`;
  const members = algorithms.filter(({ isThere }) => isThere);
  const others = algorithms.filter(({ isThere }) => !isThere);
  return html`<fieldset>
    <legend>Algorithms</legend>
    ${members.map(box)}
    ${
      others.length === 0
        ? undefined
        : html`<details>
            <summary>more algorithms</summary>
            ${others.map(box)}
          </details>`
    }
  </fieldset>`;
}

const axisHtml = (): Html =>
  html`<p>
    <label for="play-axis">Horizontal axis</label>
    <select id="play-axis">
      ${HORIZONTALS.map((axis) => html`<option value="${axis}">${AXES[axis].name}</option>`)}
    </select>
  </p>`;
