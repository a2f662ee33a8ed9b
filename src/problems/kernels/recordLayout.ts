/** What every record begins with, in bytes from its beginning. Kernels, their references and tests share this. */

/** address of θ `[d]` */
export const THETA = 0;
/** address of the correction c `[d]` */
export const CORRECTION = 4;
/** address of the value G `[d]` that is asked for */
export const VALUE = 8;
/** d */
export const DIMENSION = 12;
/** what a family's own fields come after */
export const HEAD_BYTES = 16;
