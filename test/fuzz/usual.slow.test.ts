/** Half of a hundred thousand hostile requests against the built program with its defaults. */
import { describeFuzzed } from './program';

describeFuzzed('usual');
