/** Losses in bursts: identities bit for bit, then the chain's law over many seeds. */
import { expect, test } from 'vitest';
import { agentTiming } from '../../src/timing/agentTiming.ts';
import { type BurstLoss, type LossModel, lossRate } from '../../src/timing/loss.ts';

const lost = (uplink: LossModel, seed: number, count: number): boolean[] => {
  const timing = agentTiming({ loss: { uplink } }, 2, seed);
  return Array.from({ length: count }, () => timing.losesUplink());
};
const link = (fields: Omit<BurstLoss, 'kind'>): BurstLoss => ({ kind: 'gilbert-elliott', ...fields });

test('states that lose alike lose as one probability, message by message', () => {
  for (const p of [0.2, 0.7])
    expect(lost(link({ toBad: 0.3, toGood: 0.1, lossInBad: p, lossInGood: p }), 5, 500)).toEqual(
      lost(p, 5, 500),
    );
});

test('a link whose state always changes loses every other message', () => {
  for (const seed of [1, 2, 3]) {
    const messages = lost(link({ toBad: 1, toGood: 1 }), seed, 40);
    expect(messages).toEqual(messages.map((_, k) => (k % 2 === 0 ? messages[0] : !messages[0])));
  }
});

test('the two links of an agent have a chain each', () => {
  const model = link({ toBad: 0.2, toGood: 0.2 });
  const timing = agentTiming({ loss: { uplink: model, downlink: model } }, 0, 1);
  const pairs = Array.from({ length: 60 }, () => [timing.losesUplink(), timing.losesDownlink()]);
  expect(pairs.some(([up, down]) => up !== down)).toBe(true);
});

/**
 * P(L_0) = ρ and P(L_0 L_n) = ρ² + π_b π_g (h − k)² (1 − p − r)^n from the first message on. Hoeffding: a share of N seeds is
 * further than √(ln(2/δ)/(2N)) from its probability with probability δ at most.
 */
test('the first message and pairs of messages have the stationary law (failure 4e-6 in all)', () => {
  const N = 4000;
  const margin = Math.sqrt(Math.log(2 / 1e-6) / (2 * N));
  const [p, r, h, k] = [0.1, 0.15, 0.95, 0.05];
  const model = link({ toBad: p, toGood: r, lossInBad: h, lossInGood: k });
  const rate = lossRate(model);
  expect(rate).toBeCloseTo((0.15 * 0.05 + 0.1 * 0.95) / 0.25, 15);
  const paths = Array.from({ length: N }, (_, seed) => lost(model, seed, 5));
  const share = (n: number): number => paths.filter((path) => path[0] && path[n]).length / N;
  const covariance = ((p * r) / (p + r) ** 2) * (h - k) ** 2;
  for (const n of [1, 4])
    expect(Math.abs(share(n) - rate ** 2 - covariance * (1 - p - r) ** n)).toBeLessThan(margin);
  for (const n of [0, 4])
    expect(Math.abs(paths.filter((path) => path[n]).length / N - rate)).toBeLessThan(margin);
  // Losses that forget would be far outside.
  expect(covariance * (1 - p - r)).toBeGreaterThan(2 * margin);
});
