/** Numbers as the command line takes them. */

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a text is in decimal notation, and nothing but it; NaN for any other text. */
export const decimalOf = (text: string): number => (DECIMAL.test(text) ? Number(text) : NaN);
