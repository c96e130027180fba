import { describeDataSet, REAL } from '../data/data-sets';
import { describeEngines } from '../support/databases';
import { askEverything } from './twelve-cells';

describeDataSet(REAL, (data) => describeEngines((engine) => askEverything(engine, data)));
