/** The worker of a report's page: takes a task as text, answers with what is to be said, and at last with a verdict. */
import './asRecorded.ts';
import { readTask, recompute, verdictOf } from './recompute.ts';

/** What it says to the page. */
interface Said {
  readonly text: string;
  /** at the end: whether the rows are the same */
  readonly holds?: boolean;
}

/** A worker's own global object, of which Node's types know nothing. */
const worker = globalThis as unknown as {
  onmessage: (message: { readonly data: string }) => void;
  postMessage: (message: Said) => void;
};

worker.onmessage = ({ data }) => {
  let percent = -1;
  recompute(readTask(data), (share) => {
    if (Math.floor(100 * share) === percent) return;
    percent = Math.floor(100 * share);
    worker.postMessage({ text: `Computing: ${percent} %` });
  }).then(
    (comparison) => {
      worker.postMessage(verdictOf(comparison));
    },
    (error: unknown) => {
      worker.postMessage({ holds: false, text: `This browser cannot compute it: ${String(error)}` });
    },
  );
};
