import type { EventCursor } from '../event-cursor';
import { FixedText, type Output } from './output';

/** Writes what an event makes of a part of an answer. */
export type Write = (event: EventCursor, output: Output) => void;

/** A part of an answer: text that is always the same, or what an event makes of it. */
export type Piece = string | Write;

/** One function for all pieces, one after the other. */
export function writer(pieces: readonly Piece[]): Write {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  const writes = merged.map((piece): Write => {
    if (typeof piece !== 'string') return piece;
    const text = new FixedText(piece);
    return (_event, output) => output.fixed(text);
  });
  return (event, output) => {
    for (const write of writes) write(event, output);
  };
}
