import { describeDataSet, GENERATED, REAL } from '../data/data-sets';
import { describeEngines, useEmbedded } from '../support/databases';
import { askEverything } from './twelve-cells';

// twelve-cells.test.ts queries Postgres.
describeDataSet(GENERATED, (data) => askEverything(useEmbedded(), data));
describeDataSet(REAL, (data) => describeEngines((engine) => askEverything(engine, data)));
