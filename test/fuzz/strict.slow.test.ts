/** Half of a hundred thousand hostile requests against the built program, strict, talkative and behind a proxy. */
import { describeFuzzed } from './program';

describeFuzzed('strict');
