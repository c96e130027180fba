/** The used part of AbortSignal, aborted when the client disconnects. A real one for each request would be slow. */
export type CancelSignal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
