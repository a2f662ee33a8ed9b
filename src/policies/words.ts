/** Ordinal numbers in the policies' texts. */

/** `single`, `2nd`, `3rd`, `11th`. */
export function ordinal(count: number): string {
  if (count === 1) return 'single';
  const teen = Math.floor((count % 100) / 10) === 1;
  return `${count}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')}`;
}
