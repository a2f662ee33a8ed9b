/**
 * TD learning whose agents send the k largest of 64 coordinates, with and without error feedback: error against bytes.
 *
 * Covers: messages that declare their size, compressors, error feedback; TD(0) with linear features on reward processes that differ.
 * Choices, all ours: d = 64, M = 20, k = 1, 4, 16 and 64. Cost: about ten seconds.
 */
import { scenario } from '../src/index.ts';

const sent = (k: number) => ({ name: 'ef-td', compressor: `top-k:${k}`, label: `k = ${k}` }) as const;

export default scenario({
  name: 'ef-td',
  title: 'Compressed updates with error feedback',
  question:
    'Agents send the k largest of the 64 coordinates of an update and remember the rest. Which error do they reach, and what without memory?',
  answer: ({ panels: [run], against }) => {
    const [whole, ...others] = run!.algorithms;
    return against(whole!, others);
  },
  problem: {
    kind: 'linear-features-td',
    agents: 20,
    states: 100,
    dimension: 64,
    discount: [0.5, 0.9], // γ_i ∼ U(low, high), per step of the chain
    reward: [0, 2], // r_i(s) ∼ U(low, high)
    seed: 1,
  },
  algorithms: [
    sent(64),
    sent(16),
    sent(4),
    sent(1),
    { name: 'ef-td', compressor: 'top-k:4', feedback: 'off', label: 'k = 4, no memory' },
  ],
  stepSize: 0.02, // η, of the server
  localSteps: 1, // H, per round
  rounds: 4000,
  seeds: 5,
  quick: { seeds: 4, rounds: 2000 },
});
