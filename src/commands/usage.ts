export { UsageError } from '../errors';
export { exitStatus } from './command';
