/**
 * Trials of a command: it is killed at a random moment, now and then a second time, and given again. What it leaves is whole;
 * in the end its folder has the bytes of a command that nobody disturbed.
 */
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Generator } from '../../src/maths/generator.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { emptyFolder, type Ended, fedsa } from '../commandLine/builtProgram.ts';
import { type Cluster, DISTURBED } from './cluster.ts';
import { type KilledCommand, writeInputs } from './commands.ts';
import { type Contents, contentsOf, differences, faultsOfLeft } from './contents.ts';
import { drawKill, drawKillInCluster, type Kill, killText, type Life, startCounted } from './kill.ts';

const SEED = 7;
/** Share of kills after which the same command is killed again. */
const AGAIN = 0.2;

/** How many trials there were, and what their kills have come to. */
interface Tally {
  trials: number;
  /** the signal ended the command */
  killed: number;
  /** the command heeded the signal */
  interrupted: number;
  /** the command had done its work, or did it all the same */
  done: number;
  /** the command failed without its worker or server */
  disturbed: number;
}

/** See the head of this file. */
export class Trials {
  readonly tally: Tally = { trials: 0, killed: 0, interrupted: 0, done: 0, disturbed: 0 };
  /** of trials that went wrong, a line each */
  readonly faults: string[] = [];
  readonly #command: KilledCommand;
  readonly #words: readonly string[];
  readonly #cluster: Cluster | undefined;
  /** with all that is there before the command */
  readonly #template: string;
  readonly #before: Contents;
  readonly #whole: Contents;
  readonly #life: Life;

  private constructor(
    command: KilledCommand,
    cluster: Cluster | undefined,
    [template, folder]: readonly [string, string],
    life: Life,
  ) {
    this.#command = command;
    this.#words = wordsOf(command, cluster);
    this.#cluster = cluster;
    this.#template = template;
    this.#before = contentsOf(template);
    this.#whole = contentsOf(folder);
    this.#life = life;
  }

  /** Runs the command undisturbed. */
  static async of(command: KilledCommand, cluster?: Cluster): Promise<Trials> {
    const [template, folder] = [emptyFolder(), emptyFolder()];
    writeInputs(template);
    if (command.emptyFolder !== undefined) mkdirSync(join(template, command.emptyFolder));
    for (const words of command.before ?? []) completed(await fedsa(template, ...words));
    cpSync(template, folder, { recursive: true });
    const counter = join(emptyFolder(), 'changes');
    const begun = performance.now();
    completed(await startCounted(counter, {}, folder, wordsOf(command, cluster)).ended);
    const life = { length: performance.now() - begun, changes: statSync(counter).size };
    return new Trials(command, cluster, [template, folder], life);
  }

  /** Runs so many trials, some at a time. */
  async run(count: number, lanes: number): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) await this.#trial(next++);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  async #trial(number: number): Promise<void> {
    const random = generatorFor(SEED, this.#command.name, number);
    const draw = this.#cluster === undefined ? drawKill : drawKillInCluster;
    const folder = emptyFolder();
    cpSync(this.#template, folder, { recursive: true });
    this.tally.trials++;
    const kills: Kill[] = [];
    const faults: string[] = [];
    do {
      const kill = draw(random, this.#life);
      kills.push(kill);
      faults.push(...(await this.#killed(folder, kill, random)));
      if (faults.length > 0) break;
      const [left, before, whole] = [contentsOf(folder), this.#before, this.#whole];
      faults.push(...faultsOfLeft({ left, before, whole, isTorn: kills.some(({ isTorn }) => isTorn) }));
    } while (faults.length === 0 && random.uniform() < AGAIN);
    if (faults.length === 0) faults.push(...(await this.#completed(folder)));
    if (faults.length === 0) rmSync(folder, { recursive: true });
    const head = `${this.#command.name}, trial ${number} (${kills.map(killText).join(', ')})`;
    this.faults.push(...faults.map((fault) => `${head}: ${fault}`));
  }

  /** Kills the command once, or what it needs. Returns what is wrong with how it ends. */
  async #killed(folder: string, kill: Kill, random: Generator): Promise<string[]> {
    const { child, ended } = startCounted(join(emptyFolder(), 'changes'), kill, folder, this.#words);
    const stop = new AbortController();
    const sent = this.#send(kill, child, random, stop.signal);
    const { status, stderr } = await ended;
    stop.abort();
    await sent;
    if (status === 0) {
      this.tally.done++;
      return differences(contentsOf(folder), this.#whole);
    }
    if (kill.victim !== 'command' && DISTURBED.test(stderr)) this.tally.disturbed++;
    else if (kill.victim === 'command' && child.signalCode === kill.signal) this.tally.killed++;
    else if (kill.victim === 'command' && kill.signal !== 'SIGKILL' && status === 130)
      this.tally.interrupted++;
    else if (!this.#isRefused(folder)) return [`ended with ${status ?? child.signalCode!}: ${stderr}`];
    return [];
  }

  /** Sends the signal of a kill at its time, unless the command has ended. */
  async #send(
    { after, victim, signal }: Kill,
    command: { kill(signal: NodeJS.Signals): void },
    random: Generator,
    ended: AbortSignal,
  ): Promise<void> {
    if (after === undefined) return;
    await delay(after, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return;
    if (victim === 'command') command.kill(signal);
    else if (victim === 'worker') this.#cluster!.killWorker(random, signal);
    else await this.#cluster!.killServer();
  }

  /** Gives the command again, in this process, which takes a tenth of the time. Returns what is wrong with what it has made. */
  async #completed(folder: string): Promise<string[]> {
    if (this.#isRefused(folder)) return [];
    const { status, stderr } = await fedsa(folder, ...this.#words);
    if (status !== 0 && !this.#isRefused(folder))
      return [`given again it ended with ${status ?? 'a signal'}: ${stderr}`];
    return differences(contentsOf(folder), this.#whole);
  }

  /** Whether the command refuses to do again what is whole. */
  #isRefused(folder: string): boolean {
    return this.#command.refusesWhole === true && differences(contentsOf(folder), this.#whole).length === 0;
  }
}

const wordsOf = ({ words }: KilledCommand, cluster: Cluster | undefined): readonly string[] => [
  ...words,
  ...(cluster?.words ?? []),
];

function completed({ status, stderr }: Ended): void {
  if (status !== 0) throw new Error(`ended with ${status ?? 'a signal'}: ${stderr}`);
}
