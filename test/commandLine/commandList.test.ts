/** The list of commands, which stands for them before their options are loaded. */
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/commandLine/commands/commandList.ts';
import { wholeProgram } from '../../src/commandLine/program.ts';

test('the list of commands says which of them have options', async () => {
  const { commands } = await wholeProgram();
  expect(COMMANDS.map(({ name, hasOptions }) => [name, hasOptions])).toEqual(
    commands.map((command) => [command.name(), command.options.length > 0]),
  );
});
