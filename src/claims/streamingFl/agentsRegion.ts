/** How the gradient norm should fall with the number of agents. */
import type { Region } from '../verdict.ts';

/** M^{−1/2}, and neither M^{−1/3} nor M^{−2/3}. */
const INVERSE_ROOT: Region = { low: -2 / 3, high: -1 / 3 };

/** Of an algorithm: Local SGD has its drift as well, which M does not divide. */
export const agentsRegion = (algorithm: string): Region =>
  algorithm === 'local-sa' ? { low: INVERSE_ROOT.low!, high: 0 } : INVERSE_ROOT;

export const AGENTS_REGION =
  'The noise’s term of the bounds is in proportion to 1/M in ‖∇F‖², so to M^{−1/2} in the norm: between M^{−1/3} and M^{−2/3} counts as that. Local SGD’s drift has no M and holds the norm up, so for it any fall between M^{−2/3} and none counts.';
