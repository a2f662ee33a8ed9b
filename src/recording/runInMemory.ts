/** A run that no file holds: how its replications ended. Its rounds are for the observer to keep. */
import type { Manifest } from './manifest.ts';
import { Recording } from './recording.ts';

/** A recording in no file. */
export class RunInMemory extends Recording {
  constructor(manifest: Manifest) {
    super('', manifest);
  }

  protected has(): boolean {
    return false;
  }

  protected write(): void {
    // It has no file.
  }
}
