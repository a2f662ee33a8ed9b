import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '../../src/algorithms/algorithm.ts';
import { attacked } from '../../src/algorithms/attacked.ts';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { efTd } from '../../src/algorithms/efTd.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { InputError } from '../../src/values/failure.ts';
import { writeManifest } from '../../src/recording/manifestFile.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { someValues } from '../../src/values/parameter.ts';
import { smallManifest } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The line with which a folder is refused. */
function refusal(content: string | undefined): string {
  const folder = temporaryFolder();
  if (content !== undefined) writeFileSync(join(folder, 'manifest.json'), content);
  try {
    readManifest(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    expect(message.startsWith(`${folder}/manifest.json: `)).toBe(true);
    return message.slice(`${folder}/manifest.json: `.length);
  }
  throw new Error('the manifest was accepted');
}

describe('readManifest', () => {
  test('a manifest comes back as it was written, undefined fields and unknown ones included', () => {
    const folder = temporaryFolder();
    const manifest = { ...smallManifest({ averageFrom: 0.5 }), later: [1] };
    writeManifest(folder, manifest);
    const read = readManifest(folder);
    expect(read).toEqual(manifest);
    expect('threads' in read.configuration).toBe(true);
  });

  test('policy, timing model and clock come back as they were written', () => {
    const folder = temporaryFolder();
    const manifest = smallManifest({
      policy: {
        kind: 'bounded-staleness',
        staleness: 2,
        mixing: 0.5,
        weight: { kind: 'hinge', slope: 1, from: 0 },
      },
      timing: {
        compute: { kind: 'empirical', values: [1, 2.5] },
        availability: { on: { kind: 'exponential', mean: 10 }, off: 1 },
        crash: { at: { kind: 'gamma', shape: 2, scale: 3 } },
        loss: { uplink: 0.1 },
        agents: [{ agents: [0, 1], compute: { kind: 'uniform', low: 1, high: 2 }, dropout: 0.5 }],
      },
      tieSeed: 4,
      verify: true,
    });
    writeManifest(folder, manifest);
    expect(readManifest(folder)).toEqual(manifest);
  });

  test('algorithms that do not come with the program come back with every kind of parameter', () => {
    const made = (algorithm: Algorithm): ScheduledAlgorithm =>
      configured(attacked(algorithm, { agents: [0], attack: 'sign-flip' }), {
        stepSize: 0.5,
        ...someValues(algorithm.parameters),
      }) as ScheduledAlgorithm;
    const folder = temporaryFolder();
    for (const algorithm of ALGORITHMS) {
      const manifest = smallManifest({ algorithms: [made(algorithm)] });
      writeManifest(folder, manifest);
      expect(readManifest(folder), algorithm.name).toEqual(manifest);
    }
    const kinds = ALGORITHMS.flatMap(({ parameters }) => Object.values(parameters).map(({ kind }) => kind));
    expect([...new Set(kinds)].sort()).toEqual(['choice', 'number', 'step size', 'text']);
    const compressed = { ...made(efTd), compressor: 'nothing' };
    expect(refusal(JSON.stringify(smallManifest({ algorithms: [compressed] })))).toMatch(
      /^configuration\.algorithms\[0\]\.compressor: must be none, sign,/,
    );
  });

  test('one from before there were policies and timing models is of a synchronous run', () => {
    const folder = temporaryFolder();
    const manifest = smallManifest();
    const {
      policy: _policy,
      timing: _timing,
      clock: _clock,
      tieSeed: _tieSeed,
      ...rest
    } = manifest.configuration;
    const { verify: _verify, trace: _trace, ...configuration } = rest;
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, configuration }));
    expect(readManifest(folder)).toEqual(manifest);
  });

  test('a folder without a manifest, and one that is not JSON, are refused', () => {
    expect(refusal(undefined)).toBe('cannot be read: no such file; expected a readable manifest');
    expect(refusal('{"format": ')).toMatch(/^is not JSON \(.+\); a manifest as fedsa writes it is needed$/);
  });

  test('one of 20,000 levels, which recursion could not walk, is refused', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { problem, ...rest } = smallManifest();
    const text = JSON.stringify({ ...rest, problem: { ...problem, specification: 'deep' } });
    const wanted = 'is nested more than 100 levels deep; a manifest as fedsa writes it is needed';
    expect(refusal(text.replace('"deep"', deep))).toBe(wanted);
    expect(
      refusal(
        text.replace('"deep"', deep.replaceAll('[', '{"a":').replaceAll(']', '}').replace('{"a":}', '{}')),
      ),
    ).toBe(wanted);
  });

  test('the first wrong field is named with its place', () => {
    const good = smallManifest();
    expect(refusal('[]')).toMatch(/^the file: /);
    expect(refusal(JSON.stringify({ ...good, format: 'fedsa-run/2' }))).toMatch(/^format: .*fedsa-run\/1/);
    const runs = [good.runs[0], { ...good.runs[1], state: 'lost' }];
    expect(refusal(JSON.stringify({ ...good, runs }))).toMatch(/^runs\[1\]\.state: /);
    const configuration = {
      ...good.configuration,
      algorithms: [{ name: 'nope', stepSize: 1, serverStepSize: 1 }],
    };
    expect(refusal(JSON.stringify({ ...good, configuration }))).toMatch(
      /^configuration\.algorithms\[0\]\.name: /,
    );
  });
});

test('a length in local steps is refused under a policy that leaves some out, as it is on the command line', () => {
  const { configuration, ...manifest } = smallManifest();
  const policy = { kind: 'first', count: 2, late: 'drop' };
  const budget = { kind: 'steps', steps: 20 };
  expect(
    refusal(JSON.stringify({ ...manifest, configuration: { ...configuration, policy, budget } })),
  ).toMatch(/^configuration\.budget: agents take local steps that go into no server step/);
});
