import { expect, test } from 'vitest';
import { html } from '../../src/report/html.ts';
import { typeset, typesetInSvg } from '../../src/report/typeset.ts';

test('equations, powers, intervals and norms stay in one line, indices are set as such, and all is escaped', () => {
  const text = 'at most (1/N) Σ_c ‖Ā_c − A‖ < 2 × 10⁻³ [1, 3], with H = 10 of run_quick, α_g and θ_i*';
  expect(typeset(text).html).toBe(
    'at most (1/N) Σ<sub>c</sub> ‖Ā<sub>c</sub>\u00a0−\u00a0A‖ &lt; 2\u00a0×\u00a010⁻³ [1,\u00a03], with H\u00a0=\u00a010 of run_quick, α<sub>g</sub> and θ<sub>i</sub>*',
  );
});

test('powers of symbols are raised, whole', () => {
  expect(typeset('by M^1.26 ± 0.01, H^−0.5 and η^6.00 × 10⁻⁴').html).toBe(
    'by M<sup>1.26</sup> ± 0.01, H<sup>−0.5</sup> and η<sup>6.00\u00a0×\u00a010⁻⁴</sup>',
  );
});

test('no line ends between a number and its %, nor between a mean and its interval', () => {
  expect(html`its 95 % interval ${'as 10 % is'}`.html).toBe('its 95\u00a0% interval as 10 % is');
  expect(typeset('(9.39 [8.56, 10.31])').html).toBe('(9.39\u00a0[8.56,\u00a010.31])');
});

test('in drawings an index is lowered, and what follows is on the line again', () => {
  expect(typesetInSvg('‖θ*_S − A_ij‖ <, not step_1 or a_bcd').html).toBe(
    '‖θ*<tspan dy="0.24em" font-size="75%">S</tspan><tspan dy="-0.18em"> − A</tspan><tspan dy="0.24em" font-size="75%">ij</tspan><tspan dy="-0.18em">‖ &lt;, not step_1 or a_bcd</tspan>',
  );
});
