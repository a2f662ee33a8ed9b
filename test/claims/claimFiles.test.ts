import { describe, expect, it } from 'vitest';
import type { Claim, ClaimResult, DecidedPart } from '../../src/claims/claim.ts';
import { claimsObject, type ClaimsRecord, claimsTable, foldersOf } from '../../src/claims/claimFiles.ts';
import { claimPage } from '../../src/claims/claimPage.ts';
import { CLAIMS } from '../../src/claims/claimList.ts';
import { claimIndex, claimLines, claimTable, wrapped } from '../../src/claims/claimTable.ts';
import { untested } from '../../src/claims/evaluate.ts';
import { numberLine, strip } from '../../src/claims/strip.ts';
import { exactly, meanInterval } from '../../src/claims/statistics/intervals.ts';
import { regionText, valueText } from '../../src/claims/words.ts';

const claim: Claim = {
  name: 'a-claim',
  paper: 'FedHSA',
  source: 'Figure 2',
  quote: 'errors <always> fall',
  statement: 'Errors, "always" <small>, fall.',
  region: 'Refuted by an error that grows.',
  needs: [{ scenario: 'some', panels: ['m-1'] }],
  test: () => ({ parts: [] }),
};

const result: ClaimResult = {
  claim,
  verdict: 'undecided',
  parts: [
    { statistic: 'ratio', value: meanInterval([0.25], 0.95), claimed: { high: 1 }, verdict: 'undecided' },
    {
      statistic: 'limit',
      value: { estimate: 2, low: 1.5, high: 2.5, level: 'exact' },
      claimed: { low: 1, high: 3 },
      verdict: 'holds',
    },
  ],
  note: 'A note.',
};

const record: ClaimsRecord = {
  results: [result, untested(claim, { verdict: 'not testable here', reason: 'No data.' })],
  scenarios: [{ name: 'some', directory: 'nowhere', panels: ['m-1', 'm-5'], complete: false }],
  size: 'quick',
  version: '0',
  commit: null,
  node: 'v20',
  machine: { platform: 'p', architecture: 'a', cpu: 'c', cores: 1, memoryBytes: 1 },
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  commandArguments: ['reproduce', 'a-claim'],
};

describe('the terminal', () => {
  it('stays within 100 columns, whatever the claim', () => {
    const tested = CLAIMS.map((one) => ({ ...result, claim: one }));
    for (const line of [...claimTable(tested).split('\n'), ...claimIndex(CLAIMS).split('\n')]) {
      expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it('tells claim, source, numbers, what was claimed, and what was decided', () => {
    const text = claimLines(result).join('\n');
    expect(text).toMatch(/^undecided {19}a-claim.*FedHSA, Figure 2\n/);
    expect(text).toContain('· ratio: 0.250 [−∞, ∞], claimed below 1 (undecided)');
    expect(text).toContain('· limit: 2.00, claimed 1 to 3');
    expect(claimTable(record.results)).toMatch(
      /2 claims: 1 is undecided at this size, 1 is not testable here\.$/,
    );
    expect(claimTable(record.results)).toContain('No data.');
  });

  it('breaks between words', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  });

  it('says numbers and regions', () => {
    expect(valueText({ estimate: -1.014, low: -1.1, high: -0.93, level: 0.95 })).toBe('−1.01 [−1.10, −0.93]');
    expect(regionText({ low: 0.8 })).toBe('above 0.8');
    expect(regionText({ low: 0.00921 - 0.0021, high: 0.00921 + 0.0021 })).toBe('0.00711 to 0.01131');
    expect(regionText({})).toBe('any number');
  });
});

describe('claims.json and claims.csv', () => {
  it('hold every number; unbounded ones are null or empty', () => {
    const [first, second] = claimsObject(record).claims;
    expect(first!.parts[0]).toMatchObject({
      estimate: 0.25,
      low: null,
      high: null,
      claimedLow: null,
      claimedHigh: 1,
    });
    expect(second).toMatchObject({ verdict: 'not testable here', note: 'No data.', parts: [], runs: [] });
    const [header, ratio, limit, none] = claimsTable(record).trimEnd().split('\n');
    const columns = header!.split(',').length;
    expect(ratio).toContain(
      '"Errors, ""always"" <small>, fall.",undecided,ratio,0.25,,,0.95,,1,undecided,A note.,errors <always> fall,Refuted by an error that grows.,',
    );
    expect(limit).toContain('limit,2,1.5,2.5,exact,1,3,holds');
    // Of the one quoted cell every comma counts as one more.
    expect(none!.split(',').length).toBe(columns + 2);
  });

  it('name the folders of the runs', () => {
    const complete = record.scenarios.map((one) => ({ ...one, complete: true }));
    expect(foldersOf(claim, complete)).toEqual(['runs/some/m-1']);
    expect(foldersOf({ ...claim, needs: [{ scenario: 'some' }] }, complete)).toEqual([
      'runs/some/m-1',
      'runs/some/m-5',
    ]);
    expect(foldersOf(claim, [{ ...complete[0]!, panels: undefined }])).toEqual(['runs/some']);
  });
});

describe('the summary', () => {
  it('shows of several numbers the one that decided, with the least slack', () => {
    const number = (statistic: string, estimate: number): DecidedPart => ({
      statistic,
      value: exactly(estimate),
      claimed: { low: 1, high: 3 },
      verdict: estimate > 3 ? 'does not hold' : 'holds',
    });
    const summaryOf = (parts: readonly DecidedPart[], verdict: ClaimResult['verdict']): string => {
      const page = claimPage({ ...record, results: [{ ...result, parts, verdict }] });
      return /<tbody>(.*?)<\/tbody>/s.exec(page)![1]!;
    };
    expect(summaryOf([number('far', 2), number('near', 2.9)], 'holds')).toContain('near (and 1 more)');
    const failing = [number('near', 2.99), number('beyond', 3.1), number('far beyond', 9)];
    expect(summaryOf(failing, 'does not hold')).toContain('far beyond (and 2 more)');
  });
});

describe('a strip', () => {
  it('has its dot where the number is between 0 and the one limit', () => {
    const dot = (estimate: number): number => {
      const part = { statistic: 'ratio', value: exactly(estimate), claimed: { high: 1 } };
      return Number(/cx="([\d.]+)"/.exec(strip(part)!.html)![1]);
    };
    const [near, far] = [dot(0.9), dot(0.3)];
    // 150 wide, 15 % of room on either side
    expect([far, near]).toEqual([22.5 + 0.3 * 105, 22.5 + 0.9 * 105]);
    expect(strip({ statistic: 'none', value: exactly(NaN), claimed: {} })).toBeUndefined();
  });
});

describe('the page', () => {
  it('has every claim, escaped, and nothing from elsewhere', () => {
    const page = claimPage(record);
    expect(page).toContain('Errors, &quot;always&quot; &lt;small&gt;, fall.');
    expect(page).toContain('id="a-claim"');
    expect(page).toContain('errors &lt;always&gt; fall');
    expect(page).toContain('Refuted by an error that grows.');
    expect(page).toContain('npx fedsa reproduce a-claim --quick');
    expect(page.match(/class="strip"/g)).toHaveLength(2);
    expect(page).toContain('0.250 [−∞, ∞]');
    expect(page).toContain('not testable here');
    expect(page).toContain('npx fedsa reproduce a-claim');
    expect(page).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

describe('the figure of the number that decided', () => {
  it('has the number and its interval in words, and the limits of the region where they lie', () => {
    const line = numberLine(result.parts[1]!)!.html;
    expect(line).toContain('>2.00</text>');
    // 1 and 3 lie on either side of 2, as far from it.
    const [low, high] = [...line.matchAll(/M([\d.]+),28V/g)].map(([, x]) => Number(x));
    const middle = Number(/<circle cx="([\d.]+)"/.exec(line)![1]);
    expect(low! + high!).toBeCloseTo(2 * middle, 0);
    expect(line).toMatch(/text-anchor="end"[^>]*>1<\/text>/);
    expect(line).toMatch(/text-anchor="start"[^>]*>3<\/text>/);
  });

  it('is on the page, of the part that decided', () => {
    const page = claimPage(record);
    expect(page.match(/<figure class="number">/g)).toHaveLength(1);
    expect(page).toMatch(/<strong>ratio<\/strong>, the tightest of 2 numbers/);
  });
});
