/** Where claims wait for their runs, and are decided as soon as these are complete. */
import type { Claim, ClaimResult } from '../../claims/claim.ts';
import { evaluate, type Missing, untested } from '../../claims/evaluate.ts';
import { readRun, type RunData } from '../../claims/runData.ts';
import type { PlannedRun, PlannedScenario } from './reproduceRuns.ts';

/** The claims of one call with what has become of them. */
export class Decisions {
  readonly #claims: readonly Claim[];
  readonly #scenarios: readonly PlannedScenario[];
  readonly #isTolerant: boolean;
  readonly #decided: (result: ClaimResult) => void;
  readonly #results = new Map<Claim, ClaimResult>();
  /** scenarios that have ended, each with what is missing of it */
  readonly #ended = new Map<string, Missing | undefined>();
  readonly #read = new Map<PlannedRun, RunData>();

  /** @param decided - sees each result once */
  constructor(
    claims: readonly Claim[],
    scenarios: readonly PlannedScenario[],
    decided: (result: ClaimResult) => void,
    isTolerant = false,
  ) {
    this.#isTolerant = isTolerant;
    this.#claims = claims;
    this.#scenarios = scenarios;
    this.#decided = decided;
  }

  ended({ name }: PlannedScenario, missing: Missing | undefined): void {
    this.#ended.set(name, missing);
  }

  /** Whether something is missing of a scenario. */
  lacks(scenario: string): boolean {
    return this.#ended.get(scenario) !== undefined;
  }

  /** Decides the claims all of whose scenarios have ended. */
  async decideReady(): Promise<void> {
    for (const claim of this.#claims) {
      if (this.#results.has(claim) || !claim.needs.every(({ scenario }) => this.#ended.has(scenario)))
        continue;
      const result = await this.#decide(claim);
      this.#results.set(claim, result);
      this.#decided(result);
    }
    this.#forget();
  }

  /** Those that are decided, in the order of the claims. */
  results(): ClaimResult[] {
    return this.#claims.flatMap((claim) => this.#results.get(claim) ?? []);
  }

  async #decide(claim: Claim): Promise<ClaimResult> {
    const missing = claim.needs
      .map(({ scenario }) => this.#ended.get(scenario))
      .find((lack) => lack !== undefined);
    if (missing !== undefined) return untested(claim, missing);
    const runs: RunData[] = [];
    for (const { scenario, panels } of claim.needs) {
      const planned = this.#scenarios.find(({ name }) => name === scenario)!.runs;
      for (const run of planned) {
        if (panels === undefined || panels.includes(run.panel!)) runs.push(await this.#content(run));
      }
    }
    try {
      return evaluate(claim, runs);
    } catch (error) {
      // On a problem that nobody has looked at before there may be nothing to decide from.
      if (!this.#isTolerant || !(error instanceof RangeError)) throw error;
      return untested(claim, { reason: error.message, hasFailed: true });
    }
  }

  async #content(run: PlannedRun): Promise<RunData> {
    const { scenario, panel, at, directory } = run;
    const content = this.#read.get(run) ?? (await readRun(directory, { scenario, panel, at }));
    this.#read.set(run, content);
    return content;
  }

  /** Drops the rows that no claim will ask for any more: those of a full-size run are many. */
  #forget(): void {
    const waiting = this.#claims.filter((claim) => !this.#results.has(claim));
    for (const run of this.#read.keys()) {
      const wanted = waiting.some(({ needs }) => needs.some(({ scenario }) => scenario === run.scenario));
      if (!wanted) this.#read.delete(run);
    }
  }
}
