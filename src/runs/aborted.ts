/** Waits for a signal, beside whatever else is waited for. */

/** Fulfilled when the signal is given, at once where it has been. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
