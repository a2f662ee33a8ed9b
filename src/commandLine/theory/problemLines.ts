/** The problem as a whole. */
import type { TheorySummary } from '../../theory/summary.ts';
import { pad, vectorText, visibleLength } from '../textTable.ts';
import { grouped, numberText } from '../../values/numbers.ts';

/** Name and value, line by line; nothing where constants were not asked for. */
export function problemLines(summary: TheorySummary): string[] {
  const { agents, dimension, meanOperator, root, rootDoubt, monotonicity, spectrum, constants } = summary;
  if (constants === null) return [];
  const facts: [string, string][] = [
    ['agents', grouped(agents)],
    ['dimension', String(dimension)],
    ['mean operator', meanOperator],
    ['root θ*', root === null ? 'not known' : vectorText(root)],
    ...(rootDoubt === undefined ? [] : [['', rootDoubt] as [string, string]]),
  ];
  if (spectrum !== null)
    facts.push(['Re λ(Ā)', `${numberText(spectrum.smallest)} … ${numberText(spectrum.largest)}`]);
  if (monotonicity !== null) facts.push(['λ_min((Ā + Āᵀ)/2)', numberText(monotonicity)]);
  facts.push([
    'heterogeneity',
    constants.heterogeneity === null
      ? 'not defined: some local root or θ* is missing'
      : `${numberText(constants.heterogeneity)}   mean ‖θ_i* − θ*‖²`,
  ]);
  const { gradientHeterogeneity: gradients, hessianHeterogeneity: hessians } = constants;
  if (gradients !== null && agents > 1)
    facts.push([
      'ζ_{*,1}, ζ_{*,2}',
      `${numberText(gradients)}, ${hessians === null ? '–' : numberText(hessians)}   of gradients and Hessians at θ*`,
    ]);
  const width = Math.max(...facts.map(([name]) => visibleLength(name)));
  return ['Problem', ...facts.map(([name, value]) => `  ${pad(name, width)}  ${value}`)];
}
