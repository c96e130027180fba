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
  return (row) => {
    let text = '';
    for (const piece of merged) text += typeof piece === 'string' ? piece : piece(row);
    return text;
  };
}
