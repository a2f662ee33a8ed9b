/** The thread of a page to play with: it is given the run as text, then wishes, and answers each with pictures. */
import './asRecorded.ts';
import { InputError } from '../../values/failure.ts';
import type { ToPage, ToWorker, Wish } from '../../report/playMessages.ts';
import { verdictOf } from './comparison.ts';
import { readPlayed } from './playedRun.ts';
import { Player } from './player.ts';

/** A worker's own global object, of which Node's types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (message: { readonly data: ToWorker }) => void;
  postMessage: (message: ToPage) => void;
};
const post = (message: ToPage): void => {
  worker.postMessage(message);
};

let player: Player | undefined;
let text = '';

/** The run is built at the first wish: a worker in reserve costs nothing but its program. */
async function answer(wish: Wish): Promise<void> {
  player ??= new Player(readPlayed(text));
  const started = performance.now();
  // Until all is simulated: what theory says follows.
  let milliseconds = 0;
  await player.play(wish, (found) => {
    if (found.kind !== 'done') {
      milliseconds = performance.now() - started;
      post(found);
      return;
    }
    const { comparison, ...done } = found;
    const verdict = comparison && verdictOf(comparison);
    post({ ...done, ...(verdict && { verdict }), milliseconds });
  });
}

worker.onmessage = ({ data }) => {
  if (data.kind === 'run') text = data.text;
  else
    answer(data.wish).catch((error: unknown) => {
      post({ kind: 'refused', text: error instanceof InputError ? error.message : String(error) });
    });
};
