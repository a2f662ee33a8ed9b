/** Lets readers play with a run: what they choose is computed in a worker, and drawn as soon as it is there. */
import { counted } from '../values/counted.ts';
import { exact } from '../values/numbers.ts';
import type { View, ToPage, ToWorker, Wish } from '../report/playMessages.ts';
import { shellWord } from '../values/shellWord.ts';
import { REDRAWN } from './crosshair.ts';

/** Milliseconds after the last movement of a slider. */
const PAUSE = 30;

/** Offers what the page has to play with. */
export function offerPlay(): void {
  const section = document.getElementById('play');
  if (section) new PlayedPage(section).offer();
}

/** Inflates what the page holds, compressed. */
function inflate(section: Element, part: string): Promise<string> {
  const text = section.querySelector(`script.${part}`)!.textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** A worker that knows the run; and another in reserve, which takes the place of one that is still at what nobody wants any more. */
class Workers {
  readonly #program: string;
  readonly #run: string;
  #current: Worker;
  #reserve: Worker;
  #isBusy = false;
  #hear: (message: ToPage) => void = () => undefined;

  constructor(program: string, run: string) {
    this.#program = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
    this.#run = run;
    this.#current = this.#begun();
    this.#reserve = this.#begun();
  }

  #begun(): Worker {
    const worker = new Worker(this.#program);
    const first: ToWorker = { kind: 'run', text: this.#run };
    worker.postMessage(first);
    return worker;
  }

  /** Asks for a wish; what is heard of an earlier one is not passed on. */
  ask(wish: Wish, hear: (message: ToPage) => void): void {
    if (this.#isBusy) {
      this.#current.terminate();
      this.#current = this.#reserve;
      this.#reserve = this.#begun();
    }
    this.#isBusy = true;
    this.#hear = hear;
    this.#current.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.kind === 'done' || data.kind === 'refused') this.#isBusy = false;
      this.#hear(data);
    };
    this.#current.onerror = ({ message }) => {
      this.#hear({ kind: 'refused', text: message });
    };
    const asked: ToWorker = { kind: 'wish', wish };
    this.#current.postMessage(asked);
  }
}

/** A slider or a list that is not as the run has it. */
interface Chosen {
  readonly field: string;
  readonly flag: string;
  readonly value: unknown;
  readonly text: string;
  /** options of the run's command that go with its own choice */
  readonly details?: readonly string[];
}

class PlayedPage {
  readonly #section: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #sliders: readonly HTMLInputElement[];
  readonly #lists: readonly HTMLSelectElement[];
  readonly #boxes: readonly HTMLInputElement[];
  readonly #axis: HTMLSelectElement;
  readonly #isRecorded: boolean;
  #workers: Promise<Workers> | undefined;
  #wishes = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(section: HTMLElement) {
    this.#section = section;
    this.#form = section.querySelector('form')!;
    this.#sliders = [...this.#form.querySelectorAll<HTMLInputElement>('input[type=range]')];
    this.#lists = [...this.#form.querySelectorAll<HTMLSelectElement>('select[data-field]')];
    this.#boxes = [...this.#form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    this.#axis = this.#form.querySelector('#play-axis')!;
    this.#isRecorded = this.#form.querySelector('.repeat') !== null;
  }

  offer(): void {
    const form = this.#form;
    form.hidden = false;
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'range') this.#display(target);
      if (target instanceof HTMLSelectElement) spell(target);
      this.#wish(PAUSE);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
    });
    form.addEventListener('reset', () => {
      // The form has its values after this event.
      setTimeout(() => {
        for (const slider of this.#sliders) this.#display(slider);
        this.#lists.forEach(spell);
        this.#wish(0, this.#isRecorded);
      });
    });
    // The program takes a moment to be read: when somebody comes near, not when the page opens.
    for (const near of ['pointerenter', 'focusin'])
      this.#section.addEventListener(near, () => void this.#begin(), { once: true });
    if (this.#isRecorded) this.#copyLeading();
    else this.#wish(0);
  }

  /** The figure that leads the page has what was recorded. */
  #copyLeading(): void {
    const drawings = [...document.querySelectorAll('.main figure .drawing')].filter(
      (drawing) => !this.#section.contains(drawing),
    );
    const figure = drawings[0]?.parentElement;
    if (!figure) {
      this.#wish(0);
      return;
    }
    const copy = figure.cloneNode(true) as Element;
    copy.removeAttribute('id');
    this.#section.querySelector('.picture')!.replaceChildren(copy);
    document.dispatchEvent(new Event(REDRAWN));
  }

  #begin(): Promise<Workers> {
    return (this.#workers ??= Promise.all(
      ['program', 'run'].map((part) => inflate(this.#section, part)),
    ).then(([program, run]) => new Workers(program!, run!)));
  }

  /** Writes what a slider stands at. */
  #display(slider: HTMLInputElement): void {
    const isOwn = slider.value === slider.defaultValue;
    const output = slider.parentElement!.querySelector('output')!;
    const text = isOwn ? output.defaultValue : exact(valueOf(slider));
    output.value = text;
    output.classList.toggle('changed', !isOwn);
    slider.setAttribute('aria-valuetext', text);
  }

  #chosen(): Chosen[] {
    const needed = new Set(this.#added().flatMap(({ dataset }) => dataset.needs!.split(' ')));
    const sliders = this.#sliders.flatMap((slider): Chosen[] => {
      const { value, defaultValue, dataset } = slider;
      // An algorithm that is not the run's has no step size but the slider's, and so on.
      const isOwn = value === defaultValue && !needed.has(dataset.field!);
      const number = valueOf(slider);
      return isOwn
        ? []
        : [{ field: dataset.field!, flag: dataset.flag!, value: number, text: String(number) }];
    });
    const lists = this.#lists.flatMap(({ value, selectedOptions, dataset }): Chosen[] =>
      value === ''
        ? []
        : [
            {
              field: dataset.field!,
              flag: dataset.flag!,
              value: JSON.parse(value),
              text: selectedOptions[0]!.dataset.text!,
              details: dataset.details!.split(' '),
            },
          ],
    );
    const unused = this.#unused(this.#names);
    return [...sliders.filter(({ flag }) => !unused.has(flag)), ...lists, ...this.#algorithms()];
  }

  get #names(): string[] {
    return this.#boxes.filter(({ checked }) => checked).map(({ value }) => value);
  }

  /** Options that are parameters of algorithms, but of none of these. */
  #unused(names: readonly string[]): ReadonlySet<string> {
    const flagsOf = (boxes: readonly HTMLInputElement[]): string[] =>
      boxes.flatMap(({ dataset }) => dataset.flags!.split(' '));
    const used = new Set(flagsOf(this.#boxes.filter(({ value }) => names.includes(value))));
    return new Set(flagsOf(this.#boxes).filter((flag) => !used.has(flag)));
  }

  #added(): HTMLInputElement[] {
    return this.#boxes.filter(({ checked, defaultChecked }) => checked && !defaultChecked);
  }

  #algorithms(): Chosen[] {
    if (this.#boxes.every(({ checked, defaultChecked }) => checked === defaultChecked)) return [];
    const names = this.#names;
    return [{ field: 'algorithms', flag: 'algorithm', value: names, text: names.join() }];
  }

  #wish(pause: number, repeat = false): void {
    clearTimeout(this.#waiting);
    const wish = ++this.#wishes;
    const chosen = this.#chosen();
    if (this.#boxes.length > 0 && this.#boxes.every(({ checked }) => !checked)) {
      this.#say('Choose an algorithm.');
      return;
    }
    this.#waiting = setTimeout(() => {
      const settings = Object.fromEntries(chosen.map(({ field, value }) => [field, value]));
      const axis = this.#axis.value as Wish['axis'];
      this.#section.querySelector('.seen')!.classList.add('busy');
      this.#say('Computing');
      this.#begin()
        .then((workers) => {
          // A later one has come.
          if (wish !== this.#wishes) return;
          workers.ask({ settings, axis, repeat }, (message) => {
            if (wish === this.#wishes) this.#hear(message, chosen);
          });
        })
        .catch((error: unknown) => {
          this.#hear({ kind: 'refused', text: `This browser cannot compute it: ${String(error)}` }, []);
        });
    }, pause);
  }

  #hear(message: ToPage, chosen: readonly Chosen[]): void {
    if (message.kind === 'refused') {
      this.#end(message.text.replaceAll('`', ''), false);
      return;
    }
    if (message.kind !== 'computing') this.#show(message.view);
    if (message.kind !== 'done') {
      this.#say(
        message.share < 1
          ? `Computing: ${Math.floor(100 * message.share)} %`
          : 'Computing what theory expects',
      );
      return;
    }
    const { verdict, leftOut, replications, milliseconds } = message;
    const out = leftOut.map(({ algorithm, reason }) => ` ${algorithm} is left out: it ${reason}.`);
    const took = `Computed ${counted(replications, 'replication')} in ${(milliseconds / 1000).toFixed(2)} s.`;
    const text =
      verdict?.text ??
      (replications > 0 ? took : this.#isRecorded && chosen.length === 0 ? 'As recorded.' : '');
    this.#end(text + out.join(''), verdict?.holds);
    this.#command(
      this.#without(
        leftOut.map(({ algorithm }) => algorithm),
        chosen,
      ),
    );
  }

  #show({ figure, table, axes }: View): void {
    this.#section.querySelector('.picture')!.innerHTML = figure;
    this.#section.querySelector('.numbers')!.innerHTML = table;
    for (const option of this.#axis.options) option.hidden = !axes.some((axis) => axis === option.value);
    if (this.#axis.selectedOptions[0]!.hidden) this.#axis.value = 'round';
    document.dispatchEvent(new Event(REDRAWN));
  }

  #say(text: string): void {
    this.#section.querySelector('[role=status]')!.textContent = text;
  }

  #end(text: string, holds: boolean | undefined): void {
    this.#say(text);
    this.#section.querySelector('.seen')!.classList.remove('busy');
    if (holds === undefined) delete this.#section.dataset.holds;
    else this.#section.dataset.holds = String(holds);
  }

  /** The algorithms that are left are named: the command leaves none out that it was given by name. */
  #without(names: readonly string[], chosen: readonly Chosen[]): readonly Chosen[] {
    if (names.length === 0 || this.#boxes.length === 0) return chosen;
    const left = this.#boxes.filter(({ checked, value }) => checked && !names.includes(value));
    const value = left.map((box) => box.value);
    const others = chosen.filter(({ field }) => field !== 'algorithms');
    return [...others, { field: 'algorithms', flag: 'algorithm', value, text: value.join() }];
  }

  /** The command that makes the run that is seen. */
  #command(chosen: readonly Chosen[]): void {
    const command = this.#section.querySelector<HTMLElement>('.command')!;
    command.hidden = chosen.length === 0;
    const target = JSON.parse(this.#section.dataset.target!) as string[];
    const algorithms = chosen.find(({ field }) => field === 'algorithms')?.value as string[] | undefined;
    const unused = this.#unused(algorithms ?? this.#names);
    const given = chosen.filter(({ flag }) => !unused.has(flag));
    const replaced = [...given.flatMap(({ flag, details = [] }) => [flag, ...details]), ...unused];
    const isChosen = (word: string | undefined): boolean => replaced.some((flag) => word === `--${flag}`);
    // `--set` of one algorithm's parameter gives way to a slider of all, and goes with its algorithm.
    const isSet = (word: string | undefined, setting: string | undefined): boolean => {
      const [, algorithm, flag] = /^([^.=]+)\.([^=]+)=/.exec(word === '--set' ? (setting ?? '') : '') ?? [];
      return flag !== undefined && (isChosen(`--${flag}`) || algorithms?.includes(algorithm!) === false);
    };
    const kept = target.filter(
      (word, at) =>
        !isChosen(word) &&
        !isChosen(target[at - 1]) &&
        !isSet(word, target[at + 1]) &&
        !isSet(target[at - 1], word),
    );
    const words = given.flatMap(({ flag, text }) => [`--${flag}`, text]);
    command.querySelector('code')!.textContent = ['npx', 'fedsa', 'run', ...kept, ...words]
      .map(shellWord)
      .join(' ');
  }
}

const valueOf = ({ dataset, value }: HTMLInputElement): number =>
  (JSON.parse(dataset.values!) as number[])[Number(value)]!;

/** Writes what is chosen below a list that cuts it. */
function spell({ nextElementSibling: words, selectedOptions }: HTMLSelectElement): void {
  if (words !== null) words.textContent = selectedOptions[0]!.text;
}
