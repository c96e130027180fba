import { describeEngines } from '../support/databases';
import { playSpaces } from './parallel-spaces';

describeEngines((engine) => playSpaces(engine, 16));
