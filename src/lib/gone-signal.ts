/** Aborted when who asked has gone. What of an AbortSignal is used: one is dear to make for each request. */
export type GoneSignal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
