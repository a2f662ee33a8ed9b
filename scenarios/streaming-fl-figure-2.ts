/** Streaming FL, Figure 2 (§5). Needs the data: docs/air-quality.md says where they are. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'streaming-fl-figure-2',
  title: 'More agents on real data',
  question: 'PM2.5 in Beijing, six consecutive months an agent. Does it help to have more agents?',
  reproduces: 'Streaming FL, Figure 2',
  paper: {
    says: 'For all three methods, the gradient norm decreases as the number of clients increases, indicating that collaboration is beneficial even in the presence of heterogeneous Markovian data …',
    where: '§5',
  },
  answer: ({ changes }) => changes('gradient norm'),
  figure: { axes: 'algorithms', smooth: 11 },
  differs: [
    'The data are prepared as docs/air-quality.md says, where the paper leaves that open; windows are the same for all seeds, which draw the hour that each agent starts at.',
    'M = 10, 40 and 120, and 500 rounds, are our choice. The agents of a smaller panel are among those of a larger one, but their average loss is another.',
  ],
  measure: 'gradientNorm',
  problem: {
    kind: 'beijing-air-quality',
    agents: 120,
    windowMonths: [6],
    trainingMonths: 36,
    seasonality: 'additive-yearly',
    scaling: 'min-max',
    wrapWindows: true,
    regularisation: 0.01, // λ
    initial: 'stationary',
    seed: 1,
  },
  algorithms: [{ name: 'local-sgd', label: 'Local SGD' }, 'minibatch-sgd', 'local-sgd-m'],
  stepSize: 0.001, // η, per local step
  serverStepSize: 0.1, // γ, per round
  momentum: 0.5, // β
  localSteps: 100, // K
  rounds: 500,
  seeds: 10,
  quick: { seeds: 5 },
  across: 'number of agents M',
  panels: {
    'm-10': { title: 'M = 10', at: 10, problem: { agents: 10 } },
    'm-40': { title: 'M = 40', at: 40, problem: { agents: 40 } },
    'm-120': { title: 'M = 120', at: 120, problem: { agents: 120 } },
  },
});
