import { describeDataSet, GENERATED } from '../data/data-sets';
import { usePostgres } from '../support/databases';
import { askEverything } from './twelve-cells';

// twelve-cells.slow.test.ts asks both engines.
describeDataSet(GENERATED, (data) => askEverything(usePostgres(), data));
