/** The conversion of gymnasium's tables that a document shows, on its table, against values by hand. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseProblemFile } from '../../../src/inputs/problemFile/problemFile.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { readDocument } from '../../documentation/documents.ts';

test.runIf(spawnSync('python3', ['--version']).status === 0)(
  'a corridor of two states has the values of its uniform policy, and the end of an episode the value 0',
  () => {
    const { text } = readDocument('docs/own-data.md').blocks.find(({ name }) => name === 'corridor.py')!;
    const folder = mkdtempSync(join(tmpdir(), 'fedsa-gymnasium-'));
    try {
      writeFileSync(join(folder, 'corridor.py'), text);
      execFileSync('python3', ['corridor.py'], { cwd: folder });
      const problem = parseProblemFile(readFileSync(join(folder, 'corridor.json'), 'utf8'), 'corridor.json');
      const { root } = solveProblem(buildProblem(problem));
      // V(0) = 0.45 V(0) + 0.45 (0.8 V(1) + 0.2 V(0)), V(1) = 0.45 V(0) + 0.5
      expect(root).toHaveLength(2);
      expect(root![0]).toBeCloseTo(90 / 149, 12);
      expect(root![1]).toBeCloseTo(115 / 149, 12);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
