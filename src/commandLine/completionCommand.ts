/** `fedsa completion`: what a shell completes the command line by. */
import type { Command } from 'commander';
import { bashScript, fishScript, zshScript } from './completion/scripts.ts';
import { completionTable } from './completion/table.ts';
import { shippedNames } from '../runs/target/target.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** A shell that is known. */
export type Shell = keyof typeof SCRIPTS;

/** Prints it, from the commands and options of a program. */
export function completionCommand(shell: Shell, program: Command): void {
  process.stdout.write(SCRIPTS[shell](completionTable(program, shippedNames())));
}
