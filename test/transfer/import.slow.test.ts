import { describeDataSet, GENERATED, REAL } from '../data/data-sets';
import { describeEngines, useEmbedded } from '../support/databases';
import { importAndExport } from './import-and-export';

describe('on the embedded engine', () => {
  const engine = useEmbedded();
  describeDataSet(GENERATED, (data) => importAndExport(engine, data));
});

describeDataSet(REAL, (data) => describeEngines((engine) => importAndExport(engine, data)));
