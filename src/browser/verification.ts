/** Computes a run again in its reader's browser: the page holds the program and the rows, compressed. */

/** A message of the worker. */
interface Said {
  readonly text: string;
  /** at the end: whether the rows are the same */
  readonly holds?: boolean;
}

/** Offers the computation where the page has one. */
export function offerVerification(): void {
  const section = document.getElementById('verify');
  const start = section?.querySelector('button');
  const status = section?.querySelector('[role=status]');
  if (!section || !start || !status) return;
  const inflate = (part: string): Promise<string> => {
    const text = section.querySelector(`.${part}`)!.textContent;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  };
  const say = ({ text, holds }: Said): void => {
    status.textContent = text;
    if (holds === undefined) return;
    section.dataset.holds = String(holds);
    start.disabled = false;
  };
  const fail = (why: string): void => {
    say({ text: `This browser cannot compute it: ${why}`, holds: false });
  };
  const compute = async (): Promise<void> => {
    const [program, task] = await Promise.all([inflate('program'), inflate('task')]);
    const worker = new Worker(URL.createObjectURL(new Blob([program], { type: 'text/javascript' })));
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      say(data);
      if (data.holds !== undefined) worker.terminate();
    };
    worker.onerror = ({ message }) => {
      fail(message);
    };
    worker.postMessage(task);
  };
  start.addEventListener('click', () => {
    start.disabled = true;
    compute().catch((error: unknown) => {
      fail(String(error));
    });
  });
  start.hidden = false;
}
