import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentsWith } from '../../scripts/docs';
import { VARIABLES } from '../../src/config/table';

test.each([...documentsWith(VARIABLES)])(
  '%s shows the settings as npm run docs writes them',
  (file, text) => {
    expect(readFileSync(path.join(__dirname, '../..', file), 'utf8')).toBe(text);
  },
);
