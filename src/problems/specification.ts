/**
 * Problems as plain data. A specification crosses to the worker threads, which build the operators
 * and streams of the agents they host from it; large arrays lie in shared memory and are not copied.
 */

/** Where an agent's chain starts: its stationary law, a given state, or a given law `[S]`. */
export type InitialState =
  'stationary' | { readonly state: number } | { readonly distribution: readonly number[] };

/** One agent of a finite-state linear problem: `G(θ, s) = b(s) − A(s) θ`. */
export interface FiniteLinearAgent {
  /** P, row-major `[S, S]` */
  readonly transition: Float64Array;
  /** A(s), row-major `[S, d, d]` */
  readonly A: Float64Array;
  /** b(s) `[S, d]` */
  readonly b: Float64Array;
  readonly states: number;
  readonly initial: InitialState;
}

/** Explicit matrices for each agent: what a problem file holds. */
export interface FiniteLinearSpecification {
  readonly kind: 'finite-linear';
  readonly dimension: number;
  readonly agents: readonly FiniteLinearAgent[];
}

/**
 * Federated TD(0) on Garnets (SCAFFLSA §6): the uniform policy's value function, linear features
 * with normalised rows, rewards U[0, 1] by state.
 */
export interface GarnetSpecification {
  readonly kind: 'garnet';
  readonly agents: number;
  /** number of states n, actions a, and successors of a state and action b */
  readonly states: number;
  readonly actions: number;
  readonly branching: number;
  readonly dimension: number;
  /** γ in [0, 1) */
  readonly discount: number;
  /**
   * `high`: an independent Garnet (kernel and rewards) for each agent; `low`: one Garnet, each
   * agent's non-zero transition probabilities raised by U[0, perturbation], rows renormalised.
   */
  readonly heterogeneity: 'low' | 'high';
  readonly perturbation?: number;
  /** seed of the generation, apart from the seeds of the runs */
  readonly seed: number;
}

/** Federated TD(0) with each agent's own dense kernel, rewards, discount and features (FedHSA D.2). */
export interface LinearFeaturesTdSpecification {
  readonly kind: 'linear-features-td';
  readonly agents: number;
  readonly states: number;
  readonly dimension: number;
  /** γ_i ∼ U(low, high) */
  readonly discount: readonly [low: number, high: number];
  /** rewards by state ∼ U(low, high) */
  readonly reward: readonly [low: number, high: number];
  readonly seed: number;
}

/** Quadratics with Gauss–Markov noise (FedHSA D.1): `G_i = b_i − A_i θ + z`, `z ← Q_i z + ε`. */
export interface GaussMarkovQuadraticSpecification {
  readonly kind: 'gauss-markov-quadratic';
  readonly agents: number;
  readonly dimension: number;
  /** σ_ε², variance of each coordinate of ε */
  readonly noiseVariance: number;
  /** spectral radius of Q_i, below 1 */
  readonly noiseSpectralRadius: number;
  /** `convex`: A_i ⪰ I; `non-convex`: symmetric A_i, some indefinite, whose average is ⪰ I */
  readonly curvature: 'convex' | 'non-convex';
  /** standard deviation of the entries of b_i */
  readonly offsetScale: number;
  /** z(0): zero as in the paper, or from its stationary law */
  readonly initialNoise: 'zero' | 'stationary';
  readonly seed: number;
}

/** One agent's stretch of a recorded series; it wraps around at its end. */
export interface RecordedWindow {
  /** which of the series */
  readonly series: number;
  /** first row, and number of rows */
  readonly start: number;
  readonly length: number;
}

/**
 * Regression on recorded time series with a non-convex regulariser (Streaming FL E.1):
 * loss `(wᵀx − y)² + λ ½ Σ w²/(1 + w²)`, `G = −∇ loss`.
 */
export interface RecordedRegressionSpecification {
  readonly kind: 'recorded-regression';
  readonly dimension: number;
  /** x `[rows, d]` row-major and y `[rows]`, one pair a series */
  readonly series: readonly { readonly x: Float64Array; readonly y: Float64Array }[];
  readonly windows: readonly RecordedWindow[];
  /** λ */
  readonly regularisation: number;
  /** row at which an agent's stream starts: drawn uniformly from its window, or the window's first */
  readonly initial: 'stationary' | 'first';
}

/** Kernel of a doubly stochastic chain: `P = ρ I + (1 − ρ) D`. */
export interface DoublyStochasticKernel {
  /**
   * D: all entries alike; the cycle j → j + 1; or, for each agent, a symmetric matrix of uniform
   * entries balanced to rows of sum 1
   */
  readonly shape: 'uniform' | 'cycle' | 'random';
  /** ρ in [0, 1), the probability of staying that is added; above 0 for the cycle */
  readonly persistence: number;
}

/**
 * Finite sums of quadratics on a doubly stochastic chain (FedHSA D.3): `G_i(θ, j) = b_ij − A_ij θ`,
 * the index j on the agent's chain.
 */
export interface FiniteSumQuadraticSpecification {
  readonly kind: 'finite-sum-quadratic';
  readonly agents: number;
  /** N, components of an agent's sum and states of its chain */
  readonly components: number;
  readonly dimension: number;
  /** eigenvalues of A_ij ∼ U(low, high), above 0 */
  readonly eigenvalues: readonly [low: number, high: number];
  /** factor of all of an agent's A_ij: 1, or drawn from Exp(1) for each agent */
  readonly agentScale: 'one' | 'exponential';
  /** standard deviations of the part of b_ij that an agent's components share, and of each one's own */
  readonly agentOffset: number;
  readonly componentOffset: number;
  readonly kernel: DoublyStochasticKernel;
  readonly initial: InitialState;
  readonly seed: number;
}

/**
 * Regression on two-state chains with a non-convex regulariser (Streaming FL E.3): in state i the
 * loss is `(wᵀV_mi − x)² + λ ½ Σ w²/(1 + w²)`, with the label `x = w_miᵀV_mi + ε`.
 */
export interface TwoStateRegressionSpecification {
  readonly kind: 'two-state-regression';
  readonly agents: number;
  readonly dimension: number;
  /** p in (0, 1), to leave either state in a step; 1/τ_mix in the paper's terms */
  readonly flipProbability: number;
  /** entries of V_mi ∼ U(low, high) */
  readonly features: readonly [low: number, high: number];
  /** entries of the optima ∼ U(low, high): of agents 0, 2, 4, …, and of agents 1, 3, 5, … */
  readonly optima: readonly [
    even: readonly [low: number, high: number],
    odd: readonly [low: number, high: number],
  ];
  /** ε ∼ U(low, high), drawn anew for each observation */
  readonly labelNoise: readonly [low: number, high: number];
  /** λ */
  readonly regularisation: number;
  readonly initial: InitialState;
  readonly seed: number;
}

/**
 * Logistic regression with l2 regularisation on two blobs (Richardson–Romberg §7):
 * loss `log(1 + exp(m − y xᵀθ)) + (λ/2) ‖θ‖²`.
 */
export interface LogisticRegressionSpecification {
  readonly kind: 'logistic-regression';
  readonly agents: number;
  readonly dimension: number;
  /** n, records of each agent */
  readonly records: number;
  /** distance of the blobs' centres, and standard deviation of a coordinate about its centre */
  readonly separation: number;
  readonly deviation: number;
  /** as drawn; or permuted among its own records for agents 1, 3, 5, … */
  readonly labels: 'true' | 'half-shuffled';
  /** m: 1 as the paper prints it, 0 as usual */
  readonly margin: number;
  /** λ, above 0 */
  readonly regularisation: number;
  /** ρ in [0, 1): the record stays with probability ρ, and is else drawn afresh; 0 without it */
  readonly persistence?: number;
  readonly seed: number;
}

/** Garnets for control: rewards U[0, 1] by state and action. */
export interface GarnetControl {
  readonly kind: 'garnet';
  readonly states: number;
  readonly actions: number;
  readonly branching: number;
  /** as in {@link GarnetSpecification}; the perturbation acts on P(s' | s, a) */
  readonly heterogeneity: 'low' | 'high';
  readonly perturbation?: number;
}

/** Machines that wear out and can be replaced; see `qLearning/machineReplacement.ts`. */
export interface MachineReplacement {
  readonly kind: 'machine-replacement';
  /** W, levels of wear, at least 2 */
  readonly levels: number;
  /** q_i ∼ U(low, high), in (0, 1): probability of wearing by one level in a period */
  readonly wear: readonly [low: number, high: number];
  /** c_i ∼ U(low, high): what running at the last level costs a period; a period earns 1 */
  readonly runningCost: readonly [low: number, high: number];
  /** what a replacement costs */
  readonly price: number;
}

export type ControlEnvironment = GarnetControl | MachineReplacement;

/** Probabilities of the actions: equal; drawn for each agent and state; or given `[A]`, for all states. */
export type BehaviourPolicy = 'uniform' | 'random' | readonly number[];

/** A table; a table over groups of neighbouring states; or directions drawn for each state and action. */
export type ActionValueFeatures =
  | { readonly kind: 'tabular' }
  | { readonly kind: 'aggregated'; readonly groups: number }
  | { readonly kind: 'random'; readonly dimension: number };

/**
 * Federated Q-learning under a fixed behaviour policy:
 * `G(θ, (s, a, s')) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`.
 */
export interface QLearningSpecification {
  readonly kind: 'q-learning';
  readonly agents: number;
  readonly environment: ControlEnvironment;
  readonly behaviour: BehaviourPolicy;
  readonly features: ActionValueFeatures;
  /** γ in [0, 1) */
  readonly discount: number;
  readonly seed: number;
}

/** A user's own operator and stream: a module that the worker threads import. */
export interface ModuleSpecification {
  readonly kind: 'module';
  /** file URL of the module, `import.meta.url` of the scenario */
  readonly module: string;
  /** name of the exported function that makes an agent; see `UserAgent` */
  readonly export: string;
  readonly agents: number;
  readonly dimension: number;
  /** handed to the function as it is; plain data */
  readonly options?: unknown;
  /** the module as a `data:` URL that any thread can import; made before the threads start */
  readonly compiled?: string;
  /** θ*, where it is known and the mean operators are not given */
  readonly root?: readonly number[];
}

/** What the worker threads can build. */
export type ProblemSpecification =
  | FiniteLinearSpecification
  | GarnetSpecification
  | LinearFeaturesTdSpecification
  | GaussMarkovQuadraticSpecification
  | RecordedRegressionSpecification
  | FiniteSumQuadraticSpecification
  | TwoStateRegressionSpecification
  | LogisticRegressionSpecification
  | QLearningSpecification
  | ModuleSpecification;

/**
 * Beijing air quality from UCI's CSV files (Streaming FL §5, E.1). Read and preprocessed before the
 * run into a {@link RecordedRegressionSpecification}; every choice the paper leaves open is a field.
 */
export interface AirQualitySpecification {
  readonly kind: 'beijing-air-quality';
  /** folder of the 12 CSV files; the environment variable FEDSA_AIR_QUALITY where it is not given */
  readonly directory?: string;
  readonly agents: number;
  /** months in a window: each agent draws one of these */
  readonly windowMonths: readonly number[];
  /** months from the first that windows are drawn from */
  readonly trainingMonths: number;
  /** how the seasonal part is taken out */
  readonly seasonality: 'additive-yearly' | 'none';
  /** how each station's columns are scaled, after seasonality is removed */
  readonly scaling: 'min-max' | 'z-score';
  /** whether a window may run over the end of the training months to their beginning */
  readonly wrapWindows: boolean;
  readonly regularisation: number;
  readonly initial: 'stationary' | 'first';
  /** seed of the choice of windows */
  readonly seed: number;
}

/** A JSON problem file, read and checked before the run. */
export interface ProblemFileSpecification {
  readonly kind: 'problem-file';
  readonly path: string;
}

/** What a scenario may ask for: what workers can build, and what is read from files first. */
export type ScenarioProblem = ProblemSpecification | AirQualitySpecification | ProblemFileSpecification;
