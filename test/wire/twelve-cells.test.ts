import { describeDataSet, GENERATED } from '../data/data-sets';
import { describeEngines } from '../support/databases';
import { askEverything } from './twelve-cells';

describeDataSet(GENERATED, (data) => describeEngines((engine) => askEverything(engine, data)));
