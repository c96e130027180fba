/**
 * Represents the part of AbortSignal that the service uses. It is aborted when the client disconnects. Creating a real
 * one takes 2.6 µs, a twentieth of a GET.
 */
export type CancelSignal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;
