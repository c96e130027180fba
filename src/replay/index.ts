/** Record and replay: another service's answers, kept by the call that they answer. */
export { openForRecording, readRecordings } from './folder';
export { createRecorder } from './recorder';
export { replayService } from './replay-service';
export { Upstream, upstreamService } from './upstream';
