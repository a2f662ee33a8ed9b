/** Runs that are broken off in the middle, by Ctrl+C or by force, and completed by the same command. */
import { expect } from 'vitest';
import { emptyFolder, fedsa, rows, start, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

/** Rounds that keep agents busy for half a second or so over four seeds: in one thread, and in several. */
export const MANY = 30_000;
const SOME = 3500;

const PLACES = {
  inline: { rounds: MANY, options: ['--placement', 'inline'] },
  // four replications a thread: whole ones side by side
  'side by side': { rounds: MANY, options: ['--threads', '1'] },
  packed: { rounds: SOME, options: ['--placement', 'packed', '--threads', '1'] },
  'in threads of their own': { rounds: SOME, options: ['--placement', 'own-thread'] },
} as const;
type Place = keyof typeof PLACES;

/** A folder with a problem, in which runs are broken off. */
export class BrokenRuns {
  readonly folder = emptyFolder();
  readonly #whole = new Map<number, string>();

  constructor() {
    writeTwoAgents(this.folder);
  }

  command(rounds: number, out: string, ...more: readonly string[]): string[] {
    return [
      ...['run', 'problem.json', '--algorithm', 'local-sa', '--step-size', '0.05', '--local-steps', '2'],
      ...['--seeds', '4', '--rounds', String(rounds), '--no-report', '--json', '--out', out, ...more],
    ];
  }

  /** Starts a run and sends it a signal in its middle. */
  async brokenOff(signal: 'SIGINT' | 'SIGKILL', args: readonly string[]) {
    const started = start(this.folder, ...args);
    await started.saw((stdout) => /"type":"progress","rounds":[1-9]/.test(stdout));
    started.child.kill(signal);
    return started.ended;
  }

  /** A run that is interrupted ends with 130 and whole rows, and the same command completes it to the same bytes. */
  async interrupted(place: Place): Promise<void> {
    const { rounds, options } = PLACES[place];
    const out = `interrupted ${place}`;
    const ended = await this.brokenOff('SIGINT', this.command(rounds, out, ...options));
    expect(ended).toMatchObject({ status: 130, stderr: '' });
    expect(JSON.parse(ended.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
      type: 'result',
      state: 'interrupted',
    });
    expect(this.#state(out)).toBe('interrupted');
    const found = rows(this.folder, out, 'rounds.csv');
    expect(found.length).toBeLessThan(rows(this.folder, await this.#wholeOf(rounds), 'rounds.csv').length);
    expect(rows(this.folder, out, 'iterates.csv').length).toBe(found.length);
    await this.#completed(out, rounds, options);
  }

  /** A run that is killed is completed to the same bytes: it may be elsewhere than it was begun, and without kernels. */
  async killed(place: Place): Promise<void> {
    const { rounds, options } = PLACES[place];
    const out = `killed ${place}`;
    const ended = await this.brokenOff('SIGKILL', this.command(rounds, out, ...options));
    expect(ended.status).toBeNull();
    await this.#completed(out, rounds, ['--placement', 'inline', '--kernels', 'reference']);
  }

  async #completed(out: string, rounds: number, options: readonly string[]): Promise<void> {
    expect((await fedsa(this.folder, ...this.command(rounds, out, ...options))).status).toBe(0);
    expect(this.#state(out)).toBe('completed');
    const whole = await this.#wholeOf(rounds);
    for (const file of ['rounds.csv', 'iterates.csv']) {
      // not toBe(text): a difference of megabytes helps nobody
      const same = text(this.folder, out, file) === text(this.folder, whole, file);
      expect(same, `${file} of ${out}`).toBe(true);
    }
  }

  #state(out: string): unknown {
    return (JSON.parse(text(this.folder, out, 'manifest.json')) as { readonly state: unknown }).state;
  }

  /** The folder of a run of so many rounds that nobody disturbed. */
  async #wholeOf(rounds: number): Promise<string> {
    const out = this.#whole.get(rounds) ?? `whole-${rounds}`;
    if (!this.#whole.has(rounds)) {
      this.#whole.set(rounds, out);
      expect((await fedsa(this.folder, ...this.command(rounds, out, '--placement', 'inline'))).status).toBe(
        0,
      );
    }
    return out;
  }
}
