/** What an atlas of bounds has found: `fedsa-atlas/1`, plain data without infinities. */

/** What a problem's theorems go by, measured. */
export interface ProblemScale {
  /** M */
  readonly agents: number;
  /** ζ = (mean ‖Ḡ_i(θ*)‖²)^½ */
  readonly heterogeneity: number;
  /** 1/(1 − ρ) of the slowest chain, ρ as in FedHSA's Assumption 3; 1 of independent observations, null where it is not known */
  readonly mixing: number | null;
}

/** A grid's name with its values. */
export interface AtlasAxis {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** One theorem's bound, and the exact value of what it bounds. */
export interface BoundRatio {
  /** its key in the run */
  readonly algorithm: string;
  readonly source: string;
  readonly quantity: string;
  /** `none` where the theorem does not apply */
  readonly kind: 'bound' | 'shape' | 'none';
  readonly bound: number | null;
  readonly exact: number | null;
  /** exact / bound */
  readonly ratio: number | null;
  /** why there is no ratio, or null */
  readonly reason: string | null;
}

/** One place of the grid. */
export interface AtlasCell {
  readonly point: Readonly<Record<string, number | string>>;
  readonly scale: ProblemScale;
  readonly ratios: readonly BoundRatio[];
}

/** The ratio's power in one axis. */
export interface AxisPower {
  readonly axis: string;
  /** what the power is of: the axis's own values, or the part of the problem's scale that it changes */
  readonly measure: 'value' | keyof ProblemScale;
  readonly exponent: number;
  readonly standardError: number;
}

/** One theorem over the grid. */
export interface AtlasTheorem {
  readonly algorithm: string;
  readonly source: string;
  readonly quantity: string;
  readonly kind: 'bound' | 'shape' | 'none';
  /** cells with a ratio, out of those with the theorem */
  readonly applied: number;
  readonly cells: number;
  readonly least: number | null;
  readonly greatest: number | null;
  /** of log ratio on logarithms; none where there are too few cells or no axis */
  readonly powers: readonly AxisPower[];
  /** share of the variance of log ratio that the powers explain; null without powers */
  readonly explained: number | null;
  /** degrees of freedom of the standard errors; null without powers */
  readonly freedom: number | null;
}

export interface AtlasReport {
  readonly format: 'fedsa-atlas/1';
  readonly axes: readonly AtlasAxis[];
  readonly cells: readonly AtlasCell[];
  readonly theorems: readonly AtlasTheorem[];
}
