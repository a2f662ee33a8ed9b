/** Says each line once, however often it comes up. */
export function sayOnce(say: (line: string) => void): (line: string) => void {
  const message = new Set<string>();
  return (line) => {
    if (message.has(line)) return;
    message.add(line);
    say(line);
  };
}
