/** Words of a figure as LaTeX: its mathematics in math mode, and no character that LaTeX does not know. */
import { visibleWord } from '../../values/foreignText.ts';
import { SUPERSCRIPTS } from '../../values/numbers.ts';
import { withIndices } from '../typeset.ts';

const GREEK: Readonly<Record<string, string>> = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'varepsilon', ζ: 'zeta', η: 'eta', θ: 'theta' },
  ...{ κ: 'kappa', λ: 'lambda', μ: 'mu', ν: 'nu', ξ: 'xi', π: 'pi', ρ: 'rho', σ: 'sigma', τ: 'tau' },
  ...{ φ: 'varphi', χ: 'chi', ψ: 'psi', ω: 'omega', Γ: 'Gamma', Δ: 'Delta', Θ: 'Theta', Λ: 'Lambda' },
  ...{ Σ: 'Sigma', Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega' },
};
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    '‖': '\\|',
    '∇': '\\nabla ',
    '−': '-',
    '×': '\\times ',
    '·': '\\cdot ',
    '±': '\\pm ',
    '∞': '\\infty ',
  },
  ...{ '≤': '\\le ', '≥': '\\ge ', '≈': '\\approx ', '∝': '\\propto ', '→': '\\to ', '√': '\\surd ' },
};
const LOWERED = '₀₁₂₃₄₅₆₇₈₉';
const SUBSCRIPTS: Readonly<Record<string, string>> = { ₜ: 't', ₖ: 'k', ᵢ: 'i', ₙ: 'n', ₘ: 'm' };
const SPECIAL: Readonly<Record<string, string>> = {
  ...{ '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' },
  ...{ '–': '--', '—': '---', '’': "'", '“': '``', '”': "''", '…': '\\dots{}', '\u00A0': '~' },
};

/** A piece of mathematics with what is written above or below it, or undefined for a character of words. */
function mathOf(character: string): string | undefined {
  const raised = character === '⁻' ? '-' : SUPERSCRIPTS.indexOf(character);
  if (raised === '-' || raised >= 0) return `^{${raised}}`;
  const lowered = LOWERED.indexOf(character);
  if (lowered >= 0) return `_{${lowered}}`;
  if (character in SUBSCRIPTS) return `_{${SUBSCRIPTS[character]!}}`;
  if (character in GREEK) return `\\${GREEK[character]!} `;
  return SIGNS[character];
}

/** A text for LaTeX. Characters that are neither ASCII nor known stay: LaTeX reads accented letters itself. */
export function latexText(text: string): string {
  let written = '';
  let math = '';
  const close = (): void => {
    if (math === '') return;
    // x^{1}^{2} is an error in TeX, x^{12} is not.
    written += `$${math.replace(/(?<=(\^|_)\{[^{}]*)\}\1\{/g, '')}$`;
    math = '';
  };
  const pieces = withIndices(visibleWord(text).normalize('NFD')).flatMap((part, k) =>
    k % 2 === 1
      ? [{ character: '', hasMacron: false, index: part }]
      : [...part.matchAll(/(.)(\u0304?)/gsu)].map(([, character, macron]) => ({
          ...{ character: character!, hasMacron: macron !== '', index: '' },
        })),
  );
  pieces.forEach(({ character, hasMacron, index }, k) => {
    const next = pieces[k + 1];
    const isIndexed = next !== undefined && next.index !== '' && /[A-Za-z]/.test(character);
    // A star after mathematics is raised, a macron goes over what is before it, and what has an index is mathematics.
    const known =
      index !== ''
        ? `_{${index}}`
        : character === '*' && math !== ''
          ? '^*'
          : (mathOf(character) ?? (isIndexed ? character : undefined));
    if (hasMacron) math += `\\bar{${(known ?? character).trim()}}`;
    else if (known !== undefined) math += known;
    else if (character === ' ' && math !== '' && next !== undefined && mathOf(next.character) !== undefined)
      math += ' ';
    else {
      close();
      written += SPECIAL[character] ?? (/[#$%&_{}]/.test(character) ? `\\${character}` : character);
    }
  });
  close();
  return written.normalize('NFC');
}
