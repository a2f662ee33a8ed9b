/** The record of Q-learning, in bytes from its beginning. */
import { CHAIN_STREAM_BYTES } from '../kernels/chainStreamLayout.ts';
import { HEAD_BYTES } from '../kernels/recordLayout.ts';

/** address of the pairs' features: row-major `[S·A, d]`, or their coordinates, words `[S·A]` */
export const FEATURES = HEAD_BYTES;
/** address of r `[S·A]` */
export const REWARDS = 20;
/** A */
export const ACTIONS = 24;
/** 1 where features are vectors, 0 where they are unit vectors */
export const DENSE = 28;
/** γ */
export const DISCOUNT = 32;
export const STREAM = 40;
/** coordinate of the last step of a call, which the kernel keeps for itself */
export const LAST_COORDINATE = STREAM + CHAIN_STREAM_BYTES;
/** address of a place for the values of a state's actions `[A]` */
export const VALUES = LAST_COORDINATE + 4;
export const RECORD_BYTES = VALUES + 4;
