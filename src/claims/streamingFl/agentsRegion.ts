/** How the gradient norm should fall with the number of agents: at all, and no faster than M^{−1/2}, with room for seeds. */
import type { Region } from '../verdict.ts';

export const AGENTS_REGION: Region = { low: -2 / 3, high: 0 };

export const AGENTS_REASON =
  'The paper says that the norm decreases, so the exponent is below 0. In its bounds M divides the noise’s term of ‖∇F‖² alone, so the norm cannot fall faster than M^{−1/2}; M^{−2/3} would. Refuted by a norm that agents do not lower, or lower faster than independent noise allows.';
