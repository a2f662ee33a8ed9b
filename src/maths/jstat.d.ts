/** The little of jstat that is used here; the package ships no types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: {
      /** quantile `p` of Student's t with `dof` degrees of freedom */
      inv(p: number, dof: number): number;
      /** P(T ≤ x) */
      cdf(x: number, dof: number): number;
    };
    readonly noncentralt: {
      /** P(T ≤ x), T = (Z + ncp)/√(χ²_dof/dof) */
      cdf(x: number, dof: number, ncp: number): number;
    };
    readonly gamma: { cdf(x: number, shape: number, scale: number): number };
    /** exp(N(mu, sigma²)) */
    readonly lognormal: { cdf(x: number, mu: number, sigma: number): number };
    readonly beta: { cdf(x: number, alpha: number, beta: number): number };
    erf(x: number): number;
  };
  export default jStat;
}
