import { describe, expect, it } from 'vitest';
import type { Claim, ClaimResult } from '../../src/claims/claim.ts';
import { claimsObject, type ClaimsRecord, claimsTable, foldersOf } from '../../src/claims/claimFiles.ts';
import { claimPage, claimsMarkdown, paperPage } from '../../src/claims/claimPage.ts';
import { paperResults } from '../../src/claims/paperResults.ts';
import { CLAIMS } from '../../src/claims/claimList.ts';
import { claimIndex, claimLines, claimTable, wrapped } from '../../src/claims/claimTable.ts';
import { decisive, evaluate, misprint, slackOfBound, untested } from '../../src/claims/evaluate.ts';
import { plainFormulas, typesetFormulas } from '../../src/claims/formula.ts';
import { numberLine, strip } from '../../src/claims/strip.ts';
import { exactly, meanInterval } from '../../src/claims/statistics/intervals.ts';
import { regionText, valueText } from '../../src/claims/words.ts';

const claim: Claim = {
  name: 'fedhsa-two-steps-bias',
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
  results: [result, untested(claim, { reason: 'No data.' })],
  scenarios: [{ name: 'some', directory: 'nowhere', panels: ['m-1', 'm-5'], complete: false }],
  size: 'quick',
  version: '0',
  commit: null,
  node: 'v20',
  machine: { platform: 'p', architecture: 'a', cpu: 'c', cores: 1, memoryBytes: 1 },
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  commandArguments: ['reproduce', 'fedhsa-two-steps-bias'],
};

describe('the terminal', () => {
  it('stays within 100 columns, whatever the claim', () => {
    const tested = CLAIMS.map((claim) => ({ ...result, claim: claim }));
    for (const line of [...claimTable(tested).split('\n'), ...claimIndex(CLAIMS).split('\n')]) {
      expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it('tells claim, source, numbers, what was claimed, and what was decided', () => {
    const text = claimLines(result).join('\n');
    expect(text).toMatch(/^undecided {6}fedhsa-two-steps-bias.*FedHSA, Figure 2\n/);
    expect(text).toContain('· ratio: 0.250 [−∞, ∞], claimed below 1 (undecided)');
    expect(text).toContain('· limit: 2.00, claimed 1 to 3');
    expect(claimTable(record.results.slice(0, 1))).toMatch(/\n\nFedHSA: 1 result: 1 undecided$/);
    expect(claimTable(record.results)).toContain('No data.');
  });

  it('breaks between words', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  });

  it('says numbers and regions', () => {
    expect(valueText({ estimate: -1.014, low: -1.1, high: -0.93, level: 0.95 })).toBe('−1.01 [−1.10, −0.93]');
    expect(regionText({ low: 0.8 })).toBe('above 0.8');
    expect(regionText({ low: 0.00921 - 0.0021, high: 0.00921 + 0.0021 })).toBe('0.00711 to 0.01131');
    expect(regionText({ low: -2 / 3, high: 5 / 3 })).toBe('−2/3 to 5/3');
    expect(regionText({ low: 1 - 0.0021 / 0.00921, high: 1.0001 })).toBe('0.772 to 1.0001');
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
    expect(second).toMatchObject({ verdict: 'untested', note: 'No data.', parts: [], runs: [] });
    const [header, ratio, limit, none] = claimsTable(record).trimEnd().split('\n');
    const columns = header!.split(',').length;
    expect(ratio).toContain(
      '"Errors, ""always"" <small>, fall.",undecided,ratio,0.25,,,0.95,,1,undecided,A note.,errors <always> fall,Refuted by an error that grows.,,,',
    );
    expect(limit).toContain('limit,2,1.5,2.5,exact,1,3,holds');
    // Of the one quoted cell every comma counts as one more.
    expect(none!.split(',').length).toBe(columns + 2);
  });

  it('name the folders of the runs', () => {
    const complete = record.scenarios.map((claimedScenario) => ({ ...claimedScenario, complete: true }));
    expect(foldersOf(claim, complete)).toEqual(['runs/some/m-1']);
    expect(foldersOf({ ...claim, needs: [{ scenario: 'some' }] }, complete)).toEqual([
      'runs/some/m-1',
      'runs/some/m-5',
    ]);
    expect(foldersOf(claim, [{ ...complete[0]!, panels: undefined }])).toEqual(['runs/some']);
  });
});

describe('the number that decides', () => {
  const evaluated = (
    numbers: readonly (readonly [statistic: string, estimate: number, isPrinted?: true])[],
    more: Partial<Claim> = {},
    limit = 3,
  ) =>
    evaluate(
      {
        ...claim,
        ...more,
        test: () => ({
          parts: numbers.map(([statistic, estimate, isPrinted]) => ({
            statistic,
            value: exactly(estimate),
            claimed: { high: limit },
            ...(isPrinted && { isPrinted }),
          })),
        }),
      },
      [],
    );

  it('is that with the least slack, of those that do not hold where there is one', () => {
    expect(
      decisive(
        evaluated([
          ['far', 2],
          ['near', 2.9],
        ]),
      )!.statistic,
    ).toBe('near');
    const refuted = evaluated([
      ['near', 2.99],
      ['beyond', 3.1],
      ['far beyond', 9],
    ]);
    expect([refuted.verdict, decisive(refuted)!.statistic]).toEqual(['refuted', 'far beyond']);
  });

  it('of a corrected claim is one of the corrected form, and the misprint tells by how much the printed one is false', () => {
    const corrected = evaluated(
      [
        ['corrected', 2],
        ['printed', 60, true],
      ],
      { printed: 'It is small.' },
    );
    expect(corrected.verdict).toBe('corrected');
    expect(decisive(corrected)!.statistic).toBe('corrected');
    expect(misprint(corrected)!.value.estimate).toBe(60);
    const [written] = claimsObject({ ...record, results: [corrected] }).claims;
    expect(written!.falseInPrint).toMatchObject({ form: 'It is small.', statistic: 'printed', estimate: 60 });
    expect(claimLines(corrected).join('\n')).toContain('False in print: It is small.');
    expect(paperPage({ ...record, results: [corrected] }, 'FedHSA').html).toContain('False: It is small.');
  });

  it('tells how far a bound lies above', () => {
    const bound = evaluated(
      [
        ['one', 1 / 3],
        ['other', 1 / 30],
      ],
      { bound: true, conditions: 'Two numbers.' },
      1,
    );
    expect(slackOfBound(bound)!.map((x) => x.toFixed(3))).toEqual(['3.000', '30.000']);
    expect(bound.verdict).toBe('confirmed-for');
    const lines = claimLines(bound).join('\n');
    expect(lines).toContain('The bound lies 3.0 to 30 times above.');
    expect(lines).toContain('For: Two numbers.');
    expect(claimsObject({ ...record, results: [bound] }).claims[0]).toMatchObject({
      verdict: 'confirmed-for',
      conditions: 'Two numbers.',
    });
  });
});

describe('a paper’s results', () => {
  const all = [
    { name: 'both', paper: 'FedHSA', source: '1', printed: 'both', claims: [claim.name, 'other'] },
    { name: 'none', paper: 'FedHSA', source: '2', printed: 'none', claims: [], untested: 'no run' },
  ] as const;
  const verdictsOf = (results: readonly ClaimResult[]) =>
    paperResults(results, all).map(({ result: { name }, verdict }) => [name, verdict]);

  it('are what their claims give together; untested ones stand beside them where all claims were evaluated', () => {
    const confirmed: ClaimResult = { ...result, verdict: 'confirmed' };
    const other: ClaimResult = { ...confirmed, claim: { ...claim, name: 'other' } };
    expect(verdictsOf([confirmed])).toEqual([['both', 'confirmed-for']]);
    expect(verdictsOf([confirmed, other])).toEqual([
      ['both', 'confirmed'],
      ['none', 'untested'],
    ]);
    expect(verdictsOf([])).toEqual([]);
  });

  it('are in the Markdown table, one a row', () => {
    const [, , head, , row] = claimsMarkdown({ ...record, results: [result] }).split('\n');
    expect(head).toBe('| result | as printed | number that decides | how | verdict |');
    expect(row).toMatch(
      /^\| Proposition 1 \| .* ratio: 0\.250 \[−∞, ∞\], claimed below 1 \| simulated, quick size \| undecided \|$/,
    );
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
    const page = paperPage(record, 'FedHSA').html;
    expect(page).toContain('Errors, &quot;always&quot; &lt;small&gt;, fall.');
    expect(page).toContain('id="fedhsa-two-steps-bias"');
    expect(page).toContain('errors &lt;always&gt; fall');
    expect(page).toContain('Refuted by an error that grows.');
    expect(page).toContain('npx fedsa reproduce fedhsa-two-steps-bias --quick');
    expect(page.match(/class="strip"/g)).toHaveLength(2);
    expect(page).toContain('0.250 [−∞, ∞]');
    expect(page).toContain('– untested');
    expect(page).toContain('npx fedsa reproduce fedhsa-two-steps-bias');
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
    const page = paperPage(record, 'FedHSA').html;
    expect(page.match(/<figure class="number">/g)).toHaveLength(1);
    expect(page).toMatch(/<strong>ratio<\/strong>, the tightest of 2 numbers/);
  });
});

describe('the first page', () => {
  it('has each result with its verdict, and takes a link to a claim on to the page of its paper', () => {
    const page = claimPage({ ...record, results: [result] }).html;
    expect(page).toContain('FedHSA: 1 result: 1 undecided.');
    expect(page).toContain('<span id="fedhsa-two-steps-bias"></span>');
    expect(page).toContain('href="fedhsa.html#result-fedhsa-proposition-1"');
  });
});

describe('formulas', () => {
  it('are raised and lowered on pages, without braces', () => {
    expect(typesetFormulas('γ^{3/2}H and ζ_{*,1}, θ_i').html).toBe(
      'γ<sup>3/2</sup>H and ζ<sub>*,1</sub>, θ<sub>i</sub>',
    );
    expect(plainFormulas('γ^{3/2}H, (1 − γμ)^{Ht}')).toBe('γ^(3/2)H, (1 − γμ)^Ht');
    const page = CLAIMS.map(
      (claim) => typesetFormulas(`${claim.statement} ${claim.quote} ${claim.region}`).html,
    ).join('');
    expect(page).not.toMatch(/[\^]|_\{/);
  });
});
