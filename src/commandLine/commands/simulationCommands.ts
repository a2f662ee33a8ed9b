/** The commands that simulate: `run`, `sweep`, `worker` and `reproduce`, as the command line knows them. */
import type { Command } from 'commander';
import { addReproduceOptions, type ReproduceOptions } from '../reproduceOptions.ts';
import type { PlayOptions } from '../playCommand.ts';
import type { RunOptions } from '../runCommand.ts';
import { addRunOptions, addSettingOptions } from '../settings.ts';
import { NATS_HELP } from '../natsOption.ts';
import { addSweepOptions, collect, type SweepOptions, whole } from '../sweepOptions.ts';
import { addPageOptions } from '../watch.ts';
import type { WorkerOptions } from '../workerCommand.ts';
import type { Ending } from './ending.ts';

/** Declares the options of `fedsa run`, and what it does. */
export function declareRun(command: Command, { setStatus, words }: Ending): void {
  addPageOptions(
    addRunOptions(addSettingOptions(command))
      .option('--interactive', 'let readers of the report compute the run again, and with other settings')
      .option('--watch', 'serve a live page of the run')
      .option('--paused', 'pause before the first event, to step through the run on the live page'),
  )
    .option(
      '--nats [url]',
      'under --placement cluster: the NATS server at which workers are found (default: FEDSA_NATS)',
    )
    .addHelpText(
      'after',
      `
Every setting of a run is also a field of a scenario; the command line wins. An
interrupted run is completed by the same command with --out naming its folder.

Examples:
  fedsa run quickstart --seeds 10
  fedsa run problem.json --algorithm local-sa,scafflsa --step-size 0.1 --communication-probability 0.05
  fedsa run garnet-high --placement packed --threads 2 --out runs/garnet --json
  fedsa run garnet-high --placement cluster --nats nats://127.0.0.1:4222 --hosts 3
  fedsa run quickstart --rounds 1000000 --watch

A scenario with panels runs panel by panel, each in its own folder below the run
directory, with one joint report; --panel runs one of them alone.`,
    )
    .action(async (name: string, options: RunOptions) => {
      const { runCommand } = await import('../runCommand.ts');
      setStatus(await runCommand(name, options, words));
    });
}

/** Declares the options of `fedsa play`, and what it does. */
export function declarePlay(command: Command, { setStatus }: Ending): void {
  addSettingOptions(command)
    .option('--out <file>', 'the page (default: <name>-play.html in the current folder)')
    .addHelpText(
      'after',
      `
The page holds the simulator and the problem, and needs no network. Of a run
directory it shows the recorded curves, too, and says whether the browser computes
the same, bit for bit. fedsa run --interactive puts the same into a report.

Examples:
  fedsa play quickstart
  fedsa play problem.json --step-size 0.002 --local-steps 500 --out first.html
  fedsa play runs/first`,
    )
    .action(async (name: string, options: PlayOptions) => {
      const { playCommand } = await import('../playCommand.ts');
      setStatus(await playCommand(name, options, given));
    });
  const given: string[] = [];
  for (const option of command.options)
    if (option.long !== '--out')
      command.on(`option:${option.name()}`, (value: unknown) => {
        given.push(option.long!, ...(typeof value === 'string' ? [value] : []));
      });
}

/** Declares the options of `fedsa sweep`, and what it does. */
export function declareSweep(command: Command, { setStatus, words }: Ending): void {
  addSweepOptions(command)
    .addHelpText(
      'after',
      `
Values: 1,2,5 (or a;b where a value has commas), 1..10 (whole numbers),
0.001..1:log7, 0..1:lin5, 10..100:step10. A scenario may give them as
sweep: { grid, zip, where }. The same command again completes what is missing;
more values, algorithms and seeds reuse what is there.

Examples:
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --grid local-steps=1,10,100 --seeds 5 --out runs/grid
  fedsa sweep quickstart --zip local-steps=1,10,100 --zip rounds=1000,100,10 --list
  fedsa sweep quickstart --grid policy=synchronous,first:3 --grid algorithm=local-sa,fedhsa
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --index 0 --of 3 --out runs/grid
  fedsa sweep quickstart --grid step-size=0.01..0.3:log6 --nats nats://127.0.0.1:4222 --out runs/grid

Exit status: 0 done, 1 some run failed or diverged, 2 bad input, 130 interrupted.`,
    )
    .action(async (name: string, options: SweepOptions) => {
      const { sweepCommand } = await import('../sweepCommand.ts');
      setStatus(await sweepCommand(name, options, words));
    });
}

/** Declares the options of `fedsa worker`, and what it does. */
export function declareWorker(command: Command, { setStatus }: Ending): void {
  command
    .option('--nats [url]', `work for sweeps and runs at ${NATS_HELP}`)
    .option('--threads <n>', 'threads that compute (default: one for each core)', whole(1, 4096))
    .option(
      '--data <folder>',
      'folder of your own modules, which are imported from nowhere else, and of recorded data; may be given several times',
      collect,
    )
    .option('--quiet', 'print errors only')
    .addHelpText(
      'after',
      `
A worker runs no code from the network: your own files must lie on its machine,
in the folders that --data names, with the same contents. Workers may come and go
at any time. docs/clusters.md says more, also on how to keep strangers out.

Examples:
  fedsa worker --nats nats://127.0.0.1:4222
  FEDSA_NATS=tls://ann:secret@lab.example.org fedsa worker --threads 4 --data study`,
    )
    .action(async (options: WorkerOptions) => {
      const { workerCommand } = await import('../workerCommand.ts');
      setStatus(await workerCommand(options));
    });
}

/** Declares the options of `fedsa reproduce`, and what it does. */
export function declareReproduce(command: Command, { setStatus, words }: Ending): void {
  addReproduceOptions(command)
    .addHelpText(
      'after',
      `
Each run gets its own folder below --out, with its report. At the end stands
for each paper how many of its results are confirmed, corrected, refuted,
untested. A claim that is refuted is a finding: the exit status is 0.

Examples:
  fedsa reproduce --list
  fedsa reproduce --quick --out runs/claims
  fedsa reproduce fedhsa-two-steps-bias`,
    )
    .action(async (names: string[], options: ReproduceOptions) => {
      const { reproduceCommand } = await import('../reproduceCommand.ts');
      setStatus(await reproduceCommand(names, options, words));
    });
}
