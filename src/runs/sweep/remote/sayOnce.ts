/** Says each line once, however often it comes up. */
export function sayOnce(say: (line: string) => void): (line: string) => void {
  const written = new Set<string>();
  return (line) => {
    if (written.has(line)) return;
    written.add(line);
    say(line);
  };
}
