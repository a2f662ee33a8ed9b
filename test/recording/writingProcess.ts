/**
 * A process that writes, for tests that end it: `rows FILE` writes 10-byte rows until an error, which
 * it prints; `run FOLDER` records a run of many seeds and prints a dot at each replication's end.
 */
import { writeSync } from 'node:fs';
import { CsvWriter } from '../../src/recording/csvWriter.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { remainingEvents, SEEDS_OF_THE_KILLED, smallManifest } from './smallRun.ts';

const [, , title, path] = process.argv;

if (title === 'rows') {
  const writer = new CsvWriter(path!, 0);
  try {
    for (;;) writer.row('123456789');
  } catch (error) {
    writeSync(1, (error as Error).message);
  }
} else {
  const directory = openRunDirectory(path!, smallManifest({}, SEEDS_OF_THE_KILLED), {
    // Time runs fast here: 150 ms a row, so that rows and manifests are written often.
    clock: (
      (now = 0) =>
      () =>
        (now += 150)
    )(),
  });
  const observer = recorder(directory);
  for (const event of remainingEvents(directory)) {
    observer.next(event);
    if (event.kind === 'replicationEnded') writeSync(1, '.');
  }
}
