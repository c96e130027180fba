import { describeEngines } from '../support/databases';
import { playSpaces } from './parallel-spaces';

/** What a space has of its own is the same on both engines: there, fewer show that it reads and leaves the store. */
const SPACES = { postgres: 200, embedded: 40 };

describeEngines((engine) => playSpaces(engine, SPACES[engine.name]));
