import { expect, test } from 'vitest';
import { GRID, gridRow, holds } from './nonlinearGrid.ts';

// A tenth of nonlinearGrid.long.test.ts, and shorter.
test.each(GRID.filter((_, k) => k % 10 === 6))(
  '$problem, $name, γ = $stepSize, H = $localSteps: within twice the estimate, or nothing',
  (gridCase) => {
    const row = gridRow(gridCase, 30_000);
    expect(holds(row), JSON.stringify(row)).toBe(true);
    if (row.predicted === null)
      expect(row.reason).toMatch(/estimated error|too far|do not settle|no stationary/);
    else expect(row.estimate).toBeLessThan(0.1);
  },
);
