/** Stepping: where the replication is held up, its agents and messages, and what can be asked of it. */
import type { Cut, Frames, MessageUnderWay, SteppingCommand } from '../frames.ts';
import { make } from './elements.ts';

const MODES = { paused: 'held up', running: 'running', released: 'running to the end' };

const BUTTONS: readonly (readonly [
  SteppingCommand['do'] & ('step' | 'arrival' | 'back' | 'pause' | 'run' | 'release'),
  string,
  string,
])[] = [
  ['back', '◀ back', 'back by one event, by running again from the start'],
  ['step', 'event ▶', 'on by one event'],
  ['arrival', 'message ▶', 'on until a message arrives'],
  ['run', 'run on ▶▶', 'run on until it is paused, or the replication is over'],
  ['pause', 'pause', 'hold it up'],
  ['release', 'to the end', 'run to the end without holding anything up'],
];

const number = (value: number): string => String(Number(value.toPrecision(5)));
const vector = ({ first, length }: Cut): string =>
  `(${first.map(number).join(', ')}${length > first.length ? `, … ${length} numbers` : ''})`;

/** Asks something of the run. */
async function ask(command: SteppingCommand): Promise<void> {
  await fetch('commands', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(command),
  });
}

const button = (label: string, title: string, act: () => SteppingCommand): HTMLButtonElement => {
  const made = make('button', { type: 'button', title }, label);
  made.addEventListener('click', () => void ask(act()));
  return made;
};

const table = (
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Node)[])[],
): HTMLElement =>
  make(
    'div',
    { class: 'scroll' },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, ...rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell))))),
    ),
  );

/** The section. */
export class SteppingView {
  readonly element: HTMLElement;
  readonly #where = make('p', { class: 'where', 'aria-live': 'polite' });
  readonly #happened = make('ul', { class: 'happened' });
  readonly #tables = make('div', {});
  readonly #byHand = make('ul', { class: 'by-hand' });
  readonly #seconds = make('input', {
    type: 'number',
    value: '1',
    min: '0',
    step: 'any',
    'aria-label': 'seconds of delay',
  });
  readonly #buttons: readonly HTMLButtonElement[];

  constructor() {
    this.#buttons = BUTTONS.map(([what, label, title]) => button(label, title, () => ({ do: what })));
    this.element = make(
      'section',
      { hidden: '' },
      make('h2', {}, 'Step through'),
      this.#where,
      make('p', { class: 'choices' }, ...this.#buttons, make('label', {}, 'delays by ', this.#seconds, ' s')),
      this.#happened,
      this.#byHand,
      this.#tables,
    );
  }

  show(frame: Frames['stepping']): void {
    const { mode, algorithm, seed, events, time, model, happened, interventions } = frame;
    this.element.hidden = false;
    this.#where.textContent = `${algorithm}, seed ${seed}: ${MODES[mode]} after event ${events.toLocaleString('en')}, at ${number(time)} s; model ${vector(model)}`;
    for (const [at, [what]] of BUTTONS.entries()) {
      const isHeld = mode === 'paused';
      this.#buttons[at]!.disabled =
        what === 'pause' ? mode !== 'running' : mode === 'released' || (!isHeld && what !== 'release');
    }
    const lines = (all: readonly string[]): HTMLElement[] => all.map((line) => make('li', {}, line));
    this.#happened.replaceChildren(...lines(happened));
    this.#byHand.replaceChildren(...lines(interventions.map((line) => `by hand: ${line}`)));
    // While it runs everything changes faster than it can be read.
    if (mode === 'paused') this.#tables.replaceChildren(this.#agents(frame), this.#messages(frame));
    else this.#tables.replaceChildren();
  }

  #agents({ agents, allAgents }: Frames['stepping']): HTMLElement {
    const names = [...new Set(agents.flatMap(({ states }) => Object.keys(states)))];
    const isObserved = agents.some(({ observation }) => observation !== null);
    const heads = [
      'agent',
      'is',
      'since',
      'on',
      'mailbox',
      'θ after its work',
      ...names,
      ...(isObserved ? ['chain'] : []),
    ];
    const rows = agents.map(({ activity, since, dispatch, mailbox, iterate, states, observation }, agent) => [
      String(agent),
      activity,
      `${number(since)} s`,
      dispatch === null ? '' : String(dispatch),
      mailbox.join(', '),
      vector(iterate),
      ...names.map((name) => (states[name] === undefined ? '' : vector(states[name]))),
      ...(isObserved ? [observation ?? ''] : []),
    ]);
    const some = agents.length < allAgents ? `, the first ${agents.length} of ${allAgents}` : '';
    return table(`Agents${some}`, heads, rows);
  }

  #messages({ underWay }: Frames['stepping']): HTMLElement {
    const rows = underWay.map((message) => [
      message.from === 'server' ? `server → agent ${message.agent}` : `agent ${message.agent} → server`,
      `${message.kind}${message.dispatch === null ? '' : ` (${message.dispatch})`}${message.copy ? ', second copy' : ''}`,
      `${number(message.sent)} s`,
      message.lost ? 'never: lost' : `${number(message.arrives)} s`,
      Object.entries(message.content)
        .map(([name, cut]) => `${name} ${vector(cut)}`)
        .join(' '),
      this.#deeds(message),
    ]);
    return table('Messages under way', ['way', 'message', 'sent', 'arrives', 'holds', 'by hand'], rows);
  }

  #deeds({ from, agent, dispatch, lost, copy }: MessageUnderWay): Node {
    if (dispatch === null || lost || copy) return document.createTextNode('');
    const place = { from, agent, dispatch };
    return make(
      'span',
      { class: 'choices' },
      button('drop', 'this message is lost', () => ({ do: 'drop', ...place })),
      button('delay', 'this message arrives later', () => ({
        do: 'delay',
        seconds: Number(this.#seconds.value),
        ...place,
      })),
    );
  }
}
