import type { EventRow } from '../event';

/** A part of an answer: text that is always the same, or what an event makes of it. */
export type Piece = string | ((row: EventRow) => string);

/** One function for all pieces, which joins their texts. */
export function writer(pieces: readonly Piece[]): (row: EventRow) => string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  // Joined, because text that grows piece by piece is kept as a tree, which has to be walked before it is sent.
  return (row) => merged.map((piece) => (typeof piece === 'string' ? piece : piece(row))).join('');
}
