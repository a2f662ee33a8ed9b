/** How opaque bands are. */

/** Over seeds. */
export const BAND_OPACITY = 0.2;
/** Of an estimated error, which is narrow. */
export const THEORY_OPACITY = 0.35;
