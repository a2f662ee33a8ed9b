/** The functions of JavaScript's Math that have no one right result: the references' own. */
export declare function exp(x: f64): f64;
export declare function log(x: f64): f64;
