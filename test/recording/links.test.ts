import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseLinks } from '../../src/recording/links.ts';
import { temporaryFolder } from './temporaryFolder.ts';

test.each(['results.csv', 'sweep.json', 'reach.csv', 'predictions.csv', 'report.html', 'answer.txt'])(
  'a folder called %s is refused before anything is computed: the file could not be written in the end',
  (name) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'figures'));
    refuseLinks(folder);
    mkdirSync(join(folder, name));
    expect(() => {
      refuseLinks(folder);
    }).toThrow(`${join(folder, name)}: this is a folder; expected a regular file`);
  },
);
