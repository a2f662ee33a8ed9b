/** Drives a headless Chromium over its debugging pipe: two file descriptors, messages of JSON that end with a zero byte. */
import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser's program; `undefined` where there is none. */
export const chromium = NAMES.find((name) => spawnSync(name, ['--version']).status === 0);

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars'],
  '--remote-debugging-pipe',
];

type Answer = Readonly<Record<string, unknown>>;

interface Heard {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Answer;
  readonly error?: object;
  readonly params?: Answer;
}

/** A page of a browser. */
export class Page {
  readonly #child;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  /** what the page's script has thrown, or written as an error */
  readonly errors: string[] = [];
  #session: string | undefined;
  #number = 0;

  /** @param profile - an empty folder */
  private constructor(profile: string) {
    this.#child = spawn(chromium!, [...FLAGS, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    let text = '';
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (data: string) => {
      const messages = (text + data).split('\0');
      text = messages.pop()!;
      for (const message of messages) this.#hear(JSON.parse(message) as Heard);
    });
  }

  /** Opens a page of so many pixels. */
  static async open(profile: string, width: number, height: number, scheme: 'light' | 'dark'): Promise<Page> {
    const page = new Page(profile);
    const { targetId } = await page.ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await page.ask('Target.attachToTarget', { targetId, flatten: true });
    page.#session = sessionId as string;
    onTestFinished(() => {
      page.#child.kill('SIGKILL');
    });
    for (const domain of ['Page', 'Runtime', 'Log']) await page.ask(`${domain}.enable`);
    await page.look(width, height, scheme);
    return page;
  }

  async look(width: number, height: number, scheme: 'light' | 'dark'): Promise<void> {
    await this.ask('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await this.ask('Emulation.setEmulatedMedia', { features });
  }

  /** A command of the DevTools protocol. */
  ask(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.#number;
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    (this.#child.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    return new Promise((resolve) => this.#asked.set(id, resolve));
  }

  /** What an expression comes to in the page. */
  async value<T>(expression: string): Promise<T> {
    const answer = await this.ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer.exceptionDetails !== undefined) throw new Error(JSON.stringify(answer.exceptionDetails));
    return (answer.result as { value: T }).value;
  }

  /** Waits until an expression holds. */
  async until(expression: string, seconds = 20): Promise<void> {
    for (let tries = 0; tries < 20 * seconds; tries++) {
      if (await this.value<boolean>(`Boolean(${expression})`)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`never: ${expression}\n${await this.value<string>('document.body.innerText')}`);
  }

  async picture(): Promise<Buffer> {
    const { data } = await this.ask('Page.captureScreenshot', { captureBeyondViewport: true });
    return Buffer.from(data as string, 'base64');
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#session = undefined;
    void this.ask('Browser.close');
    await ended;
  }

  #hear({ id, method, result, error, params }: Heard): void {
    if (id !== undefined) {
      this.#asked.get(id)?.(result ?? { exceptionDetails: error });
      this.#asked.delete(id);
    } else if (method === 'Runtime.exceptionThrown' || method === 'Log.entryAdded') {
      this.errors.push(JSON.stringify(params));
    }
  }
}
