/** The pages' static parts, served under a folder that is named by their content. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { lazy } from '../lib/memoize';

const OWN = path.join(__dirname, 'assets');
const FULLCALENDAR = path.dirname(require.resolve('fullcalendar/package.json'));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names and files of everything that is served: nothing else in these folders is reachable. */
function sources(): readonly (readonly [string, string])[] {
  const own = readdirSync(OWN).filter((name) => path.extname(name) in TYPES);
  return [
    ...own.sort().map((name) => [name, path.join(OWN, name)] as const),
    ['fullcalendar.js', path.join(FULLCALENDAR, 'all/global.js')],
    ['fullcalendar-theme.js', path.join(FULLCALENDAR, 'themes/classic/global.js')],
    ['fullcalendar.css', path.join(FULLCALENDAR, 'skeleton.css')],
    ['fullcalendar-theme.css', path.join(FULLCALENDAR, 'themes/classic/theme.css')],
  ];
}

type Coding = 'br' | 'gzip' | 'identity';

class Asset {
  readonly type: string;
  readonly digest: string;
  private readonly content: Buffer;
  private readonly coded = new Map<Coding, Promise<Buffer>>();

  constructor(file: string) {
    this.content = readFileSync(file);
    this.type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    this.digest = createHash('sha256').update(this.content).digest('base64url').slice(0, 22);
  }

  /** Compressed at the first request for that coding, then kept. */
  body(coding: Coding): Promise<Buffer> {
    const body = this.coded.get(coding) ?? compress(this.content, coding);
    this.coded.set(coding, body);
    return body;
  }
}

/** Quality 9 is within some percent of brotli's best and takes a tenth of its time. */
async function compress(content: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'identity') return content;
  if (coding === 'gzip') return promisify(gzip)(content, { level: 9 });
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

interface Library {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly version: string;
}

/** Read once, at the first page or asset that needs it. */
const library = lazy((): Library => {
  const assets = new Map(sources().map(([name, file]) => [name, new Asset(file)]));
  const hash = createHash('sha256');
  for (const [name, asset] of assets) hash.update(`${name}:${asset.digest}\n`);
  return { assets, version: hash.digest('hex').slice(0, 12) };
});

/** The folder that the assets' addresses name; it changes with any of them, so each may be kept for ever. */
export function assetVersion(): string {
  return library().version;
}

/**
 * `/{version}/{name}`, GET and HEAD. An address of another version answers the present content, to be revalidated.
 * What is not an asset is left to the next handler.
 */
export function assetsRouter(): Router {
  return Router().get('/:version/:name', async (request: Request, response: Response, next: NextFunction) => {
    const { assets, version } = library();
    const asset = assets.get(String(request.params.name));
    if (asset === undefined) {
      next();
      return;
    }
    const coding = chooseCoding(request);
    response.set({
      'Content-Type': asset.type,
      'Cache-Control':
        request.params.version === version ? 'public, max-age=31536000, immutable' : 'no-cache',
      // A strong validator names the bytes that travel (RFC 9110 8.8.3.3): each coding has its own.
      ETag: `"${asset.digest}-${coding}"`,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    if (coding !== 'identity') response.set('Content-Encoding', coding);
    const body = await asset.body(coding);
    response.set('Content-Length', String(body.length));
    response.end(request.method === 'HEAD' ? undefined : body);
  });
}

function chooseCoding(request: Request): Coding {
  const chosen = request.acceptsEncodings('br', 'gzip', 'identity');
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}
