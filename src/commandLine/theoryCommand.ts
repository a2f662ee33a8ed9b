/** `fedsa theory`: what is known of a problem, and of a run on it, without simulating. */
import { endLines, theorySections } from './theory/theoryText.ts';
import { divergingText } from '../theory/stability/divergingAgents.ts';
import type { TheoryPart } from '../theory/theoryParts.ts';
import { choosePanels, ofPanel } from '../inputs/panelTargets.ts';
import { withFlags } from '../configuration/settings/runSettings.ts';
import { scenarioOrRun } from '../inputs/manifestTarget.ts';
import type { Target } from '../inputs/target.ts';
import { type TheoryOfTarget, watchedTheory } from '../runs/theory/theoryOf.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { tellAllLeftOut } from './tellLeftOut.ts';
import { theoryDisplay } from './theoryDisplay.ts';
import { print } from './print.ts';

export interface TheoryOptions extends SettingOptions {
  json?: boolean;
  only?: readonly TheoryPart[];
  exact?: boolean;
}

/**
 * Prints the theory, as text part by part or whole as JSON; of a scenario with panels, that of each. A signal ends it, and what is
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
  const { json = false, only, exact, data: dataDirectory } = options;
  const display = theoryDisplay(process.stderr);
  const found = new Map<string | undefined, TheoryOfTarget>();
  const ended = await interruptibly(async (signal) => {
    try {
      for (const { name: panel, title, target } of panels) {
        await tellAllLeftOut(target, given, panel);
        const heading =
          panel === undefined ? [] : [`${found.size > 0 ? '\n' : ''}${title} (--panel ${panel})`];
        const printer = sectionPrinter(heading, () => {
          display.clear();
        });
        const work = watchedTheory(target, given, {
          ...{ dataDirectory, only, exact, signal },
          begins: ({ name: part, soFar, whole }) => {
            display.begins(part);
            if (!json && soFar !== undefined) printer.print(theorySections(soFar, whole));
          },
        });
        const theory = await (panel === undefined ? work : ofPanel(panel, work));
        if (theory !== undefined) {
          found.set(panel, theory);
          if (!json) printer.end([...theorySections(theory), ...lastLines(theory)]);
        }
        if (signal.aborted) break;
      }
    } finally {
      display.stop();
    }
    return signal.aborted;
  });
  if (json) {
    if (chosen.panels !== undefined)
      print(`${JSON.stringify({ panels: Object.fromEntries(found) as object })}\n`);
    else for (const theory of found.values()) print(`${JSON.stringify(theory)}\n`);
  }
  return ended ? EXIT.interrupted : EXIT.done;
}

interface SectionPrinter {
  /** Prints those that are new; the ones before are the same each time. */
  print(sections: readonly string[]): void;
  end(sections: readonly string[]): void;
}

/** Prints sections with an empty line between them, as they come. */
function sectionPrinter(heading: readonly string[], before: () => void): SectionPrinter {
  let printed = 0;
  const printNew = (sections: readonly string[]): void => {
    const all = sections.length === 0 ? [] : [...heading, ...sections];
    const text = all.slice(printed).map((section, k) => `${printed + k > 0 ? '\n\n' : ''}${section}`);
    if (text.length === 0) return;
    before();
    print(text.join(''));
    printed = all.length;
  };
  return {
    print: printNew,
    end: (sections) => {
      printNew(sections);
      print('\n');
    },
  };
}

/** Where a theory ended, what a run needs beside that of the problem alone, and agents that diverge. */
const lastLines = (theory: TheoryOfTarget): string[] => [
  ...endLines(theory),
  ...(theory.needed === undefined ? [] : [`No predictions of a run: ${withFlags(theory.needed)}`]),
  ...(theory.divergingAgents ?? []).map(
    (divergingAgents) => `${divergingAgents.algorithm}: ${divergingText(divergingAgents)}`,
  ),
];
