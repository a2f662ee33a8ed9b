/** What a page asks of the run that it shows. */
import type { PageCommand } from '../frames.ts';

/** What a query says of the panel that is chosen; nothing where none is. */
export const ofPanel = (panel: string): string => (panel === '' ? '' : `?panel=${encodeURIComponent(panel)}`);

/**
 * Asks it.
 *
 * @param panel - that is chosen; empty where none is
 * @returns why it cannot be done, in one line; empty where it is done
 */
export async function ask(panel: string, command: PageCommand): Promise<string> {
  try {
    const answer = await fetch(`commands${ofPanel(panel)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(command),
    });
    return answer.ok ? '' : await answer.text();
  } catch {
    return 'nobody answers';
  }
}
