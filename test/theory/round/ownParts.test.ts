/** Theory of an own algorithm follows from its parts: as of the shipped one that it is, or absent with the reason. */
import { describe, expect, test } from 'vitest';
import type { Algorithm } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { fedHsa } from '../../../src/algorithms/fedHsa.ts';
import { addScaled, mean } from '../../../src/maths/vector.ts';
import type { Message, MessageOf } from '../../../src/algorithms/message.ts';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { withNoiseFree } from '../../../src/theory/noiseFree/noiseFreePredictions.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import { whyAllTakePart } from '../../../src/theory/moments/partialRound.ts';
import { meansOnly, randomMeans } from '../linearFixture.ts';
import { stableSteps } from '../stability/stableSteps.ts';
import { differing, ended, like, ownScaffold, plain, twice } from './ownAlgorithms.ts';

const H3 = { kind: 'deterministic', localSteps: 3 } as const;
const P = { kind: 'bernoulli', probability: 0.4 } as const;
const PROBLEM = meansOnly(2, randomMeans(4, 2, 0.4, 3));
const SOLUTION = solveProblem(PROBLEM);

/** FedHSA's agents and server, but the server divides differences by the local steps. */
const dividedFedHsa: Algorithm = {
  ...fedHsa,
  name: 'divided-fedhsa',
  server: (values, site) => {
    const server = fedHsa.server(values, site);
    const divided = (answer: Message, localSteps: number): Message => {
      if (answer.kind !== 'localDifference') return answer;
      const { difference, ...rest } = answer as MessageOf<'localDifference', 'difference'>;
      return { ...rest, difference: difference.map((x) => x / localSteps) } as Message;
    };
    return {
      ...server,
      receive: (answers, round, localSteps) =>
        server.receive(
          { ...answers, all: answers.all.map((answer) => divided(answer, localSteps)) },
          round,
          localSteps,
        ),
    };
  },
};

const reasonOf = (algorithm: ConfiguredAlgorithm): string => {
  const runs = runsOf(algorithm, H3, 4);
  if (!('reason' in runs)) throw new Error('expected a reason');
  return runs.reason;
};

describe('an own SCAFFOLD', () => {
  test.each([H3, P])('has the factor, the limit and the largest step of the shipped one: %o', (trigger) => {
    const algorithm = configured(ownScaffold, { stepSize: 0.1 }) as unknown as ScheduledAlgorithm;
    const shipped = { name: 'scaffold', stepSize: 0.1, serverStepSize: 1 } as const;
    const configuration = { algorithms: [algorithm, shipped], trigger, sampling: 'iid' as const };
    const [mine, theirs] = predict(PROBLEM, SOLUTION, configuration);
    const [ofMine, ofTheirs] = stableSteps(PROBLEM, configuration);
    expect(mine!.limitError).toBe(theirs!.limitError);
    expect(Math.abs(mine!.roundFactor! - theirs!.roundFactor!)).toBeLessThan(1e-12);
    expect(ofMine!.mean.step! / ofTheirs!.mean.step!).toBeCloseTo(1, 12);
  });

  test('has the same largest step whatever η is asked for', () => {
    const largest = [1, 2.3, 2.4613, 2.5, 3].map((eta) => {
      const algorithms = [configured(ownScaffold, { stepSize: eta }) as unknown as ScheduledAlgorithm];
      return stableSteps(PROBLEM, { algorithms, trigger: H3 })[0]!.mean.step;
    });
    expect(new Set(largest).size).toBe(1);
  });
});

test('FedHSA whose server divides by the local steps: its factor under coins is the mean of those of all gaps', () => {
  const scalar = meansOnly(1, randomMeans(3, 1, 0.4, 3));
  const solved = solveProblem(scalar);
  const factorUnder = (trigger: TriggerConfiguration): number => {
    const algorithms = [configured(dividedFedHsa, { stepSize: 0.1, serverStepSize: 0.7 })];
    const setting = { algorithms: algorithms as unknown as ScheduledAlgorithm[], trigger };
    return predict(scalar, solved, { ...setting, sampling: 'exact' })[0]!.roundFactor!;
  };
  let expected = 0;
  for (let gap = 1, chance = 0.4; chance > 1e-17; gap++, chance *= 0.6)
    expected += chance * factorUnder({ kind: 'deterministic', localSteps: gap });
  expect(factorUnder(P)).toBeCloseTo(expected, 12);
});

describe('parts that cannot be read', () => {
  test('take steps of their own', () => {
    const algorithm = like('stepping', {
      agent: (eta) => ({
        ask: ({ theta, localSteps }, work) => {
          work.each(theta, localSteps, (x, value, step) => {
            for (let j = 0; j < x.length; j++) x[j]! += (eta / (step + 1)) * value[j]!;
          });
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
    });
    expect(reasonOf(algorithm)).toBe('its agents take steps of their own (each)');
  });

  test('are not linear', () => {
    const algorithm = like('signs', {
      server: (initial) =>
        averaging(initial, plain, (theta, average) =>
          average.map((x, j) => theta[j]! + 0.1 * Math.sign(x - theta[j]!)),
        ),
    });
    expect(reasonOf(algorithm)).toBe('its parts do more than add vectors with factors');
  });

  test('draw random numbers, and are not run once and called noise-free', () => {
    // as what nobody seeds
    let state = 1;
    const drawn = (): number => (state = (state * 0.7548776662 + 0.3) % 1);
    const algorithm = like('drawing', {
      server: (initial) => averaging(initial, plain, (_, average) => average.map((x) => x + 0.01 * drawn())),
    });
    expect(reasonOf(algorithm)).toBe('its parts draw random numbers, or remember other runs');
    const configuration = {
      algorithms: [algorithm as unknown as ScheduledAlgorithm],
      trigger: H3,
      sampling: 'iid',
      initial: [1, 1],
      seeds: [1],
    } as const;
    const [prediction] = withNoiseFree(
      predict(PROBLEM, SOLUTION, configuration),
      PROBLEM,
      SOLUTION,
      configuration,
      [0, 10],
      { multiplications: 1e8 },
    );
    expect(prediction!.noiseFree).toEqual({
      reason: 'its parts draw random numbers, or remember other runs',
    });
    expect(prediction!.limitError).toBeNull();
    expect(prediction!.stability).toBeUndefined();
  });

  test('keep what they do not name', () => {
    const algorithm = like('hiding', {
      server: (initial) => {
        let theta = initial;
        let before = initial;
        return {
          model: () => theta,
          kept: () => [theta],
          open: () => plain({ theta }),
          receive: ({ all }) => {
            const models = all.map((answer) => answer.theta);
            const next = addScaled(mean(models, theta.length), 0.5, addScaled(theta, -1, before));
            before = theta;
            theta = next;
            return { localModels: () => models };
          },
        };
      },
    });
    expect(reasonOf(algorithm)).toBe(
      'it keeps vectors from one round to the next that its `kept` does not name',
    );
  });

  test('are not all alike', () => {
    expect(reasonOf(differing)).toBe('its agents do not all do the same work');
  });

  test('remember more than there are registers for', () => {
    expect(reasonOf(twice)).toBe(
      'it remembers more than θ̄, one further vector of the server and one of each agent',
    );
  });

  test('change from round to round', () => {
    const algorithm = like('changing', {
      agent: (eta) => ({
        ask: ({ theta, round, localSteps }, work) => {
          work.advance(theta, eta / round, undefined, localSteps);
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
    });
    expect(reasonOf(algorithm)).toBe('its steps or factors change from round to round');
  });
});

test('a server that divides by the number of all agents has no theory of rounds that some miss', () => {
  const algorithm = like('dividing', {
    server: (initial, agents) => {
      let theta = initial;
      return {
        model: () => theta,
        kept: () => [theta],
        open: () => plain({ theta }),
        receive: ({ all }) => {
          const models = all.map((answer) => answer.theta);
          const moves = models.map((model) => addScaled(model, -1, theta));
          theta = addScaled(theta, all.length / agents, mean(moves, theta.length));
          return { localModels: () => models };
        },
      };
    },
  });
  const runs = runsOf(algorithm, H3, 4);
  if ('reason' in runs) throw new Error(runs.reason);
  expect(whyAllTakePart(runs[0]!.program)).toBe(
    'its server takes no plain average over the agents that take part',
  );
  const plainRuns = runsOf({ name: 'local-sa', stepSize: 0.1 }, H3, 4);
  expect('reason' in plainRuns ? plainRuns : whyAllTakePart(plainRuns[0]!.program)).toBeUndefined();
});
