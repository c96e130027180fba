export type { CommandContext } from './command';
