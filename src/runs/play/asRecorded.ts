/** Has this thread compute exp, logarithms and lengths as Node does; imported before whatever computes with them. */
import { exp, hypot, log, log1p } from './recordedMath.ts';

Object.assign(Math, { exp, hypot, log, log1p });
