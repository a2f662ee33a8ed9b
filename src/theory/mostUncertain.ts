/** From where on theory gives no number. */

/** Estimated relative error above which a number is not shown. */
export const MOST_UNCERTAIN = 0.1;
