import { expect, test } from 'vitest';
import { GRID, gridRow, holds } from './nonlinearGrid.ts';

test(
  'true errors are at most twice their estimates in 95 % of the cases; the table',
  { timeout: 240_000 },
  () => {
    const rows = GRID.map((gridCase) => gridRow(gridCase, 100_000));
    const known = rows.filter(({ predicted }) => predicted !== null);
    const percent = (x: number | null): string => (x === null ? '–' : `${(100 * x).toFixed(1)} %`);
    console.log(
      rows
        .map(({ title, measured, chance, predicted, estimate, reason }) =>
          [
            title.padEnd(46),
            `measured ${measured.toPrecision(3)} ± ${percent(chance)}`,
            predicted === null
              ? `not predicted: ${reason}`
              : `predicted ${predicted.toPrecision(3)}, off ${percent(predicted / measured - 1)}, estimate ${percent(estimate)}`,
          ].join('  '),
        )
        .join('\n'),
    );
    expect(known.length).toBeGreaterThan(rows.length / 3);
    expect(known.filter(holds).length).toBeGreaterThanOrEqual(0.95 * known.length);
  },
);
