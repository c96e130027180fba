import { versionText } from '../../src/lib/version';

test('a program that was built without git shows only its version', () => {
  expect(versionText({ version: '0.1.0', commit: undefined })).toBe('0.1.0');
});
