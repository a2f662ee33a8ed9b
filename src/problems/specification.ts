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
