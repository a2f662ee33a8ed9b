/** The little of jstat that is used here; the package ships no types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: {
      /** quantile `p` of Student's t with `dof` degrees of freedom */
      inv(p: number, dof: number): number;
    };
  };
  export default jStat;
}
