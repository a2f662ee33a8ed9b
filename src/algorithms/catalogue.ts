/** The algorithms by name, with what each of them takes. */

/** The names that papers give one algorithm. */
const ALIASES: Readonly<Record<string, AlgorithmName>> = {
  fedlsa: 'local-sa',
  fedavg: 'local-sa',
  'local-sgd': 'local-sa',
};

export type AlgorithmName = 'local-sa' | 'scafflsa' | 'fedhsa';

/** A parameter that only some algorithms have, as an option's name on the command line. */
export type AlgorithmParameter = 'step-size' | 'server-step-size' | 'momentum';

export interface AlgorithmEntry {
  readonly name: AlgorithmName;
  /** for readers: reports, tables, figures */
  readonly title: string;
  /** paper and algorithm number */
  readonly source: string;
  readonly parameters: readonly AlgorithmParameter[];
}

export const ALGORITHMS: readonly AlgorithmEntry[] = [
  {
    name: 'local-sa',
    title: 'Local SA',
    source: 'FedLSA, Mangold et al. 2024, Algorithm 1; FedAvg; Local SGD; FedHSA §2.2',
    parameters: ['step-size'],
  },
  {
    name: 'scafflsa',
    title: 'SCAFFLSA',
    source: 'Mangold et al. 2024, Algorithm 2',
    parameters: ['step-size'],
  },
  {
    name: 'fedhsa',
    title: 'FedHSA',
    source: 'FedHSA, Algorithm 1',
    parameters: ['step-size', 'server-step-size'],
  },
];

/** The entry of a name or alias; `undefined` for an unknown one. */
export function findAlgorithm(name: string): AlgorithmEntry | undefined {
  const proper = ALIASES[name] ?? name;
  return ALGORITHMS.find((entry) => entry.name === proper);
}

/** Every name and alias, for messages and help. */
export function algorithmNames(): string[] {
  return [...ALGORITHMS.map((entry) => entry.name), ...Object.keys(ALIASES)];
}
