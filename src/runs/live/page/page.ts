/** The live page: one event stream in, and each of its frames shown. */
import type { FrameKind, Frames } from '../frames.ts';
import { CurvesView } from './curvesView.ts';
import { GanttView } from './ganttView.ts';
import { SteppingView } from './steppingView.ts';
import { ask, ofPanel } from './ask.ts';
import { make } from './elements.ts';
import { durationText } from '../../../values/durationText.ts';
import { amount, grouped } from '../../../values/numbers.ts';

const STATES: Readonly<Record<Frames['run']['state'], string>> = {
  waiting: 'waiting for the run',
  running: 'running',
  completed: 'completed',
  failed: 'failed',
  interrupted: 'interrupted',
};

const title = make('h1', {}, 'fedsa');
const question = make('p', { class: 'question' });
const state = make('li', {});
const place = make('li', {});
const facts = make('ul', { class: 'facts' }, state, place);
const failure = make('p', { class: 'state', hidden: '' });
const panels = make('select', { 'aria-label': 'panel' });
const panelChoice = make('p', { class: 'choices', hidden: '' }, make('label', {}, 'panel ', panels));
const bar = make('progress', { max: '1', value: '0', 'aria-label': 'share of the run that is done' });
const numbers = new Map<string, HTMLElement>();
let isOver = false;
const list = make('dl', { class: 'numbers' });
for (const name of ['rounds', 'rounds a second', 'messages a second', 'time left']) {
  const value = make('dd', {}, '–');
  numbers.set(name, value);
  list.append(make('div', {}, make('dt', {}, name), value));
}
const curves = new CurvesView();
const gantt = new GanttView();
const stepping = new SteppingView((command) => ask(panels.value, command));
const hold = make('button', { type: 'button', hidden: '' });
const refused = make('span', { class: 'refused', role: 'status' });
hold.addEventListener('click', () => {
  const command = hold.dataset.held === 'true' ? 'run' : 'pause';
  void ask(panels.value, { do: command }).then((why) => (refused.textContent = why));
});
document.body.append(
  make('header', {}, title, question, facts, failure, panelChoice),
  make(
    'main',
    {},
    bar,
    list,
    make('p', { class: 'choices' }, hold, refused),
    stepping.element,
    make('div', { class: 'figures' }, curves.element, gantt.element),
    stepping.tables,
  ),
);

/** What a run that is not over is at. */
const sayHeld = (isHeld: boolean): void => {
  if (!isOver) state.textContent = isHeld ? 'paused' : STATES.running;
};

const show: { readonly [Kind in FrameKind]: (frame: Frames[Kind]) => void } = {
  run: (frame) => {
    document.title = `${frame.title} · fedsa`;
    title.textContent = frame.title;
    question.textContent = frame.question;
    isOver = frame.state !== 'running' && frame.state !== 'waiting';
    state.textContent = STATES[frame.state];
    place.textContent = frame.directory;
    stepping.offer(frame.steppable);
    failure.hidden = frame.failure === null;
    failure.textContent = frame.failure;
    panelChoice.hidden = frame.panels.length === 0;
    if (panels.options.length === 0) {
      panels.append(make('option', { value: '' }, 'the current one'));
      for (const panel of frame.panels) panels.append(make('option', { value: panel.name }, panel.title));
    }
  },
  curves: (frame) => {
    curves.show(frame);
  },
  gantt: (frame) => {
    gantt.show(frame);
  },
  stepping: (frame) => {
    stepping.show(frame);
    if (!frame.isRecorded) sayHeld(frame.mode === 'paused');
  },
  progress: ({ rounds, totalRounds, share, isHeld, ...rates }) => {
    hold.hidden = isHeld === null;
    if (isHeld !== null) sayHeld(isHeld);
    hold.dataset.held = String(isHeld);
    hold.textContent = isHeld ? 'go on' : 'pause';
    hold.title = isHeld ? 'the run goes on where it is' : 'hold the run up; its numbers stay the same';
    bar.hidden = share === null;
    bar.value = share ?? 0;
    const say = (name: string, text: string | undefined): void => {
      const value = numbers.get(name)!;
      value.textContent = text ?? '–';
      // A run that is over has no pace.
      value.parentElement!.hidden = isOver && text === undefined;
    };
    const total = totalRounds === null ? '' : ` of ${grouped(totalRounds)}`;
    say('rounds', `${grouped(rounds)}${total}`);
    say('rounds a second', rates.roundsPerSecond === null ? undefined : amount(rates.roundsPerSecond));
    say('messages a second', rates.messagesPerSecond === null ? undefined : amount(rates.messagesPerSecond));
    say('time left', rates.secondsLeft === null ? undefined : durationText(rates.secondsLeft));
  },
};

const gone = make(
  'p',
  { class: 'lost', hidden: '' },
  'The program that served this page has ended; fedsa view shows the run again.',
);
document.body.prepend(gone);

let stream: EventSource | undefined;

function open(): void {
  stream?.close();
  stepping.hide();
  gantt.element.hidden = true;
  // A panel that has not begun sends none of its own.
  curves.show({ axis: '', algorithms: [] });
  stream = new EventSource(`events${ofPanel(panels.value)}`);
  for (const kind of Object.keys(show) as FrameKind[]) {
    stream.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      (show[kind] as (frame: unknown) => void)(JSON.parse(data));
    });
  }
  stream.addEventListener('open', () => {
    gone.hidden = true;
  });
  stream.addEventListener('error', () => {
    gone.hidden = false;
  });
}

panels.addEventListener('change', open);
open();
