import path from 'node:path';

const FOLDER = path.join(__dirname, '../../src/pages/assets');

/** Loads a module of the pages' scripts that needs no browser, outside jest's sandbox (see environment.js). */
export function importScript<Module>(name: string): Promise<Module> {
  const { importModule } = globalThis as unknown as { importModule(file: string): Promise<Module> };
  return importModule(path.join(FOLDER, name));
}
