/** How far worst orders may be searched, and are by default, in server steps. */
export const WORST_RANGES = { staleness: [0, 1000], period: [1, 1000] } as const;
export const USUAL_PERIOD = 12;
