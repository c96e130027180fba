/** Serves the pages' static files. The name of their folder is a hash of their content. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { lazy } from '../lib/memoize';

const OWN = path.join(__dirname, 'assets');
const FULLCALENDAR = path.dirname(require.resolve('fullcalendar/package.json'));

/** Lists the names and paths of all served files. No other file in these folders is served. */
function sources(): readonly (readonly [string, string])[] {
  const names = readdirSync(OWN).filter((name) => /\.(css|mjs|svg)$/.test(name));
  return [
    ...names.sort().map((name) => [name, path.join(OWN, name)] as const),
    ['fullcalendar.js', path.join(FULLCALENDAR, 'all/global.js')],
    ['fullcalendar-theme.js', path.join(FULLCALENDAR, 'themes/classic/global.js')],
    ['fullcalendar.css', path.join(FULLCALENDAR, 'skeleton.css')],
    ['fullcalendar-theme.css', path.join(FULLCALENDAR, 'themes/classic/theme.css')],
  ];
}

/**
 * The files are read when the first of them is needed, and each file is compressed when a browser first requests it.
 */
const library = lazy(() => {
  const hash = createHash('sha256');
  const assets = new Map(
    sources().map(([name, file]) => {
      const content = readFileSync(file);
      hash.update(name).update(content);
      return [name, { content, gzipped: lazy(() => promisify(gzip)(content, { level: 9 })) }];
    }),
  );
  return { assets, version: hash.digest('hex').slice(0, 12) };
});

/**
 * Returns the folder in the assets' addresses. It changes when any file changes, so browsers may cache the files
 * forever.
 */
export function assetVersion(): string {
  return library().version;
}

/**
 * Answers GET and HEAD of `/{version}/{name}`. For another version it sends the current content, which browsers must
 * revalidate. Unknown names are left to the next handler.
 */
export function assetsRouter(): Router {
  return Router().get('/:version/:name', async (request: Request, response: Response, next: NextFunction) => {
    const { assets, version } = library();
    const name = String(request.params.name);
    const asset = assets.get(name);
    if (asset === undefined) {
      next();
      return;
    }
    const coding = request.acceptsEncodings('gzip', 'identity') || 'identity';
    response.type(name).set({
      'Cache-Control':
        request.params.version === version ? 'public, max-age=31536000, immutable' : 'no-cache',
      // Each content coding has its own ETag, because a strong validator identifies the encoded bytes (RFC 9110
      // 8.8.3.3).
      ETag: `"${version}-${coding}"`,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    });
    if (coding === 'gzip') response.set('Content-Encoding', coding);
    response.send(coding === 'gzip' ? await asset.gzipped() : asset.content);
  });
}
