import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PANELS_NAME, panelsBeside, readPanels } from '../../src/recording/panelsFile.ts';
import { temporaryFolder } from './temporaryFolder.ts';

test('a panel of three is one of three, whatever has begun; another folder there, and a run without panels, one of one', () => {
  const folder = temporaryFolder();
  const panel = (name: string) => ({ name, title: name, at: null });
  const scenario = { name: 's', title: 'S', question: 'Q?', reproduces: null };
  const panels = ['a', 'b', 'c'].map(panel);
  writeFileSync(
    join(folder, PANELS_NAME),
    JSON.stringify({ format: 'fedsa-panels/1', scenario, across: null, panels }),
  );
  for (const name of ['b', 'd']) mkdirSync(join(folder, name));
  expect(panelsBeside(join(folder, 'b'))).toBe(3);
  expect(panelsBeside(join(folder, 'd'))).toBe(1);
  expect(panelsBeside(folder)).toBe(1);
});

test('a list that names a panel twice is refused in one line', () => {
  const folder = temporaryFolder();
  const panel = { name: 'b', title: 'B', at: null };
  const scenario = { name: 's', title: 'S', question: 'Q?', reproduces: null };
  const list = { format: 'fedsa-panels/1', scenario, across: null, panels: [panel, panel] };
  writeFileSync(join(folder, PANELS_NAME), JSON.stringify(list));
  expect(() => readPanels(folder)).toThrow(/panels\.json: panels: names a panel twice; [^\n]*$/);
});

test('beside a list that cannot be read a run is read by itself', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'b'));
  for (const content of ['{', '{}', '[1]']) {
    writeFileSync(join(folder, PANELS_NAME), content);
    expect(panelsBeside(join(folder, 'b'))).toBe(1);
  }
});
