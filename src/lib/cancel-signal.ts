/**
 * The used part of AbortSignal, aborted when the client disconnects. A real one would take 2.6 µs of each call, a
 * twentieth of a GET.
 */
export type CancelSignal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
