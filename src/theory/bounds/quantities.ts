/** What theorems on the end of a run bound, as their statements name it: T rounds, ŵ_T uniform on w_0, …, w_{T−1}. */
export const QUANTITY = {
  error: 'E‖θ̄_T − θ*‖²',
  /** without noise */
  errorWithoutNoise: '‖θ_T − θ*‖²',
  /** from the limit of the mean */
  fromLimit: 'E‖θ_T − E θ̄_∞‖²',
  fromLimitWithoutNoise: '‖θ_T − θ̄_∞‖²',
  limitBias: '‖E θ̄_∞ − θ*‖²',
  gradient: 'E‖∇F(ŵ_T)‖²',
} as const;

export type Quantity = (typeof QUANTITY)[keyof typeof QUANTITY];
