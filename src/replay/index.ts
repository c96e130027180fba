/** Another service of this interface: its answers recorded and replayed, or asked for one by one. */
export { openForRecording, readRecordings } from './folder';
export { keepInFile, keepInMemory } from './kept-answers';
export { paceOf } from './pace';
export { type CalendarMonth, monthQuestions, rangeQuestions } from './questions';
export { createRecorder, type Missed } from './recorder';
export { replayService } from './replay-service';
export { Upstream, upstreamService } from './upstream';
export { type Walk, type WalkOptions, walk } from './walk';
