/** Faults of what is read and refused. */
import type { Fault } from '../fault.ts';

export const INPUT: readonly Fault[] = [
  {
    name: 'overlap-with-first-stretch',
    file: 'src/inputs/readAvailabilityTrace.ts',
    text: 'if (k > 0 && stretches[k - 1]!.to > from)',
    replacement: 'if (k > 1 && stretches[k - 1]!.to > from)',
    harm: 'An availability trace whose first two stretches overlap is taken as it is.',
    near: ['test/commandLine/measuredFiles.test.ts'],
  },
  {
    name: 'state-beyond-last',
    file: 'src/inputs/problemFile/agentFields.ts',
    text: '.max(states - 1)',
    replacement: '.max(states)',
    harm: 'A problem file may start a chain in a state that it does not have.',
  },
  {
    name: 'slice-too-many',
    file: 'src/runs/sweep/clusterScripts.ts',
    text: '--array=0-${slices - 1}%',
    replacement: '--array=0-${slices}%',
    harm: 'The last task of a Slurm array fails: there is no such slice.',
  },
  {
    name: 'as-many-as-drawn-refused',
    file: 'src/policies/first.ts',
    text: 'if (drawn !== undefined && drawn < count)',
    replacement: 'if (drawn !== undefined && drawn <= count)',
    harm: 'A policy that waits for all agents that it draws is refused.',
    near: ['test/configuration/policySettings.test.ts'],
  },
  {
    name: 'range-for-one-more',
    file: 'src/configuration/sweep/gridValues.ts',
    text: 'a * (b / a) ** (k / (n - 1))',
    replacement: 'a * (b / a) ** (k / n)',
    harm: 'Values of a sweep between its ends are too small, and unevenly spaced.',
  },
];
