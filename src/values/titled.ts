/** A title and what follows it: `Drift: H = 2`; after a question mark no colon stands, `Wait, or not? H = 2`. */
export const titled = (title: string, rest: string): string =>
  `${title}${/[?!]$/.test(title) ? '' : ':'} ${rest}`;
