/** `fedsa theory`: what is known of a problem, and of a run on it, without simulating. */
import { formatTheory } from './theory/theoryText.ts';
import { divergingText } from '../theory/stability/divergingAgents.ts';
import { choosePanels, ofPanel } from '../runs/target/panelTargets.ts';
import { withFlags } from '../settings/runSettings.ts';
import { scenarioOrRun } from '../runs/target/manifestTarget.ts';
import type { Target } from '../runs/target/target.ts';
import { type TheoryOfTarget, watchedTheory } from '../runs/theory/theoryOf.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { tellAllLeftOut } from './tellLeftOut.ts';
import { theoryDisplay } from './theoryDisplay.ts';
import { print } from './print.ts';

export interface TheoryOptions extends SettingOptions {
  json?: boolean;
}

/**
 * Prints the theory, as text or as JSON; of a scenario with panels, that of each. A signal ends it, and what is
 * there by then is printed.
 *
 * @returns the exit status
 */
export async function theoryCommand(name: string, options: TheoryOptions): Promise<number> {
  const chosen = choosePanels(await scenarioOrRun(name), options);
  const panels: readonly {
    readonly name: string | undefined;
    readonly title: string;
    readonly target: Target;
  }[] = chosen.panels ?? [{ name: undefined, title: '', target: chosen.single }];
  const given = settingsOf(options);
  const display = theoryDisplay(process.stderr);
  const found: {
    readonly name: string | undefined;
    readonly title: string;
    readonly theory: TheoryOfTarget;
  }[] = [];
  const ended = await interruptibly(async (signal) => {
    try {
      for (const { name: panel, title, target } of panels) {
        await tellAllLeftOut(target, given, panel);
        const work = watchedTheory(target, given, options.data, signal, (part) => {
          display.begins(part);
        });
        const theory = await (panel === undefined ? work : ofPanel(panel, work));
        if (theory !== undefined) found.push({ name: panel, title, theory });
        if (signal.aborted) break;
      }
    } finally {
      display.stop();
    }
    return signal.aborted;
  });
  if (chosen.panels === undefined) {
    for (const { theory } of found)
      print(options.json ? `${JSON.stringify(theory)}\n` : `${textOf(theory)}\n`);
  } else if (options.json) {
    const summaries: Record<string, TheoryOfTarget> = {};
    for (const { name: panel, theory } of found) summaries[panel!] = theory;
    print(`${JSON.stringify({ panels: summaries })}\n`);
  } else {
    const sections = found.map(
      ({ name: panel, title, theory }) => `${title} (--panel ${panel!})\n\n${textOf(theory)}\n`,
    );
    print(sections.join('\n'));
  }
  return ended ? EXIT.interrupted : EXIT.done;
}

/** The theory, and where it is of the problem alone what a run needs beside. */
const textOf = (theory: TheoryOfTarget): string =>
  [
    formatTheory(theory),
    ...(theory.needed === undefined ? [] : [`No predictions of a run: ${withFlags(theory.needed)}`]),
    ...(theory.divergingAgents ?? []).map(
      (divergingAgents) => `${divergingAgents.algorithm}: ${divergingText(divergingAgents)}`,
    ),
  ].join('\n\n');
