/** Stepping: the place at which a replication is held, its agents and messages, and the commands to it. */
import type { Cut, Frames, MessageUnderWay, PageCommand } from '../frames.ts';
import { make } from './elements.ts';
import { grouped, numberText } from '../../../values/numbers.ts';

const MODES = { paused: 'paused', running: 'running', released: 'running to the end' };
const FORWARD = ['step', 'arrival', 'run'];

const BUTTONS: readonly (readonly [
  PageCommand['do'] & ('step' | 'arrival' | 'back' | 'pause' | 'run' | 'release'),
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

const number = (value: number): string => numberText(value, 5);
const vector = ({ first, length }: Cut): string =>
  `(${first.map(number).join(', ')}${length > first.length ? `, … ${length} numbers` : ''})`;

type Ask = (command: PageCommand) => Promise<string>;

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

/** The controls of stepping, and the state that a held replication is in. */
export class SteppingView {
  /** the choices and buttons */
  readonly element: HTMLElement;
  /** the agents' states and the messages in flight */
  readonly tables = make('div', { class: 'tables', hidden: '' });
  readonly #ask: Ask;
  readonly #algorithm = make('select', { 'aria-label': 'algorithm' });
  readonly #seed = make('input', { type: 'number', min: '0', 'aria-label': 'seed' });
  readonly #offer: HTMLElement;
  readonly #where = make('p', { class: 'where', 'aria-live': 'polite' });
  readonly #refused = make('p', { class: 'refused', role: 'status' });
  readonly #happened = make('ul', { class: 'happened' });
  readonly #byHand = make('ul', { class: 'by-hand' });
  readonly #round = make('input', { type: 'number', value: '1', min: '0', 'aria-label': 'round' });
  readonly #toRound: HTMLButtonElement;
  readonly #seconds = make('input', {
    type: 'number',
    value: '1',
    min: '0',
    step: 'any',
    'aria-label': 'seconds of delay',
  });
  readonly #delay = make('label', {}, 'delays by ', this.#seconds, ' s');
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #stepping: HTMLElement;

  /** @param ask - asks something of the run, and gives why it cannot be done */
  constructor(ask: Ask) {
    this.#ask = ask;
    this.#buttons = BUTTONS.map(([command, label, title]) =>
      this.#button(label, title, () => ({ do: command })),
    );
    this.#toRound = this.#button('to round', 'on, or back, to where a round is recorded', () => ({
      do: 'round',
      round: this.#round.valueAsNumber,
    }));
    const begin = this.#button('step through', 'computes it again, held up at its start', () => ({
      do: 'begin',
      algorithm: this.#algorithm.value,
      seed: this.#seed.valueAsNumber,
    }));
    this.#offer = make(
      'div',
      { hidden: '' },
      make(
        'p',
        { class: 'muted' },
        'A recorded replication is computed again, event by event. Nothing is written.',
      ),
      make(
        'p',
        { class: 'choices' },
        make('label', {}, 'algorithm ', this.#algorithm),
        make('label', {}, 'seed ', this.#seed),
        begin,
      ),
    );
    this.#stepping = make(
      'div',
      {},
      this.#where,
      make(
        'p',
        { class: 'choices' },
        ...this.#buttons,
        make('span', {}, this.#toRound, ' ', this.#round),
        this.#delay,
      ),
      this.#happened,
      this.#byHand,
    );
    this.element = make(
      'section',
      { hidden: '' },
      make('h2', {}, 'Step through'),
      this.#offer,
      this.#refused,
      this.#stepping,
    );
  }

  /** Offers what may be stepped through; null where nothing is to be chosen. */
  offer(steppable: Frames['run']['steppable']): void {
    this.#offer.hidden = steppable === null;
    if (steppable === null) return;
    if (this.element.hidden) {
      const options = steppable.algorithms.map(({ key, title }) => make('option', { value: key }, title));
      this.#algorithm.replaceChildren(...options);
      this.#seed.value = String(steppable.firstSeed);
      this.#stepping.hidden = true;
    }
    this.element.hidden = false;
  }

  /** Hides both parts. */
  hide(): void {
    this.element.hidden = true;
    this.tables.hidden = true;
  }

  show(frame: Frames['stepping']): void {
    const { mode, algorithm, seed, events, time, model, happened, interventions, outcome, isRecorded } =
      frame;
    this.element.hidden = false;
    this.tables.hidden = false;
    this.#stepping.hidden = false;
    const isHeld = mode === 'paused';
    const next = outcome === null || isRecorded || !isHeld ? '' : '; going on writes its rows';
    this.#where.textContent = `${algorithm}, seed ${seed}: ${outcome ?? MODES[mode]} after event ${grouped(events)}, at ${number(time)} s${next}; model ${vector(model)}`;
    const isOver = outcome !== null && isRecorded;
    for (const [at, [command]] of BUTTONS.entries()) {
      const button = this.#buttons[at]!;
      if (command === 'pause') button.disabled = mode !== 'running';
      else if (command === 'release') button.disabled = mode === 'released';
      else button.disabled = !isHeld || (isOver && FORWARD.includes(command));
      button.hidden = command === 'release' && isRecorded;
    }
    this.#toRound.disabled = !isHeld;
    this.#delay.hidden = isRecorded;
    const lines = (all: readonly string[]): HTMLElement[] => all.map((line) => make('li', {}, line));
    this.#happened.replaceChildren(...lines(happened));
    this.#byHand.replaceChildren(...lines(interventions.map((line) => `by hand: ${line}`)));
    // While it runs everything changes faster than it can be read.
    if (isHeld) this.tables.replaceChildren(this.#messages(frame), this.#agents(frame));
    else this.tables.replaceChildren();
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

  #messages({ underWay, isRecorded }: Frames['stepping']): HTMLElement {
    const rows = underWay.map((message) => [
      message.from === 'server' ? `server → agent ${message.agent}` : `agent ${message.agent} → server`,
      `${message.words}${message.copy ? ', second copy' : ''}`,
      ...(isRecorded ? [] : [this.#deeds(message)]),
      `${number(message.sent)} s`,
      message.lost ? 'never: lost' : `${number(message.arrives)} s`,
      Object.entries(message.content)
        .map(([name, cut]) => `${name} ${vector(cut)}`)
        .join(' '),
    ]);
    const heads = ['way', 'message', ...(isRecorded ? [] : ['by hand']), 'sent', 'arrives', 'holds'];
    return table('Messages in flight', heads, rows);
  }

  #deeds({ from, agent, dispatch, lost, copy }: MessageUnderWay): Node {
    if (dispatch === null || lost || copy) return document.createTextNode('');
    const place = { from, agent, dispatch };
    return make(
      'span',
      { class: 'choices' },
      this.#button('drop', 'this message is lost', () => ({ do: 'drop', ...place })),
      this.#button('delay', 'this message arrives later', () => ({
        do: 'delay',
        seconds: Number(this.#seconds.value),
        ...place,
      })),
    );
  }

  #button(label: string, title: string, act: () => PageCommand): HTMLButtonElement {
    const made = make('button', { type: 'button', title }, label);
    made.addEventListener('click', () => {
      void this.#ask(act()).then((why) => (this.#refused.textContent = why));
    });
    return made;
  }
}
