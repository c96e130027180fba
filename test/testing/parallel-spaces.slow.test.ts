import { playSpaces } from './parallel-spaces';

playSpaces(200);
