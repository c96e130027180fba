import { describeDataSet, GENERATED } from '../data/data-sets';
import { usePostgres } from '../support/databases';
import { askEverything } from './twelve-cells';

// twelve-cells.slow.test.ts queries the embedded engine, which is slower.
describeDataSet(GENERATED, (data) => askEverything(usePostgres(), data));
