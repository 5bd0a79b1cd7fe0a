/** A file of the reference pages: its content type and its source. */
interface Asset {
  contentType: string;
  /** A path inside a package, or relative to this folder if it begins with a dot. */
  source: string;
  /** Whether the source is TypeScript, to be bundled with what it imports. */
  bundled?: true;
  /** Texts to replace, each of which the source must contain. */
  replace?: Readonly<Record<string, string>>;
}

/** Replaces Redoc's logo, which its script would load from its makers' server. */
const EMPTY_PICTURE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

/** Every file that the reference pages and the viewer load, by the name under which it is served. */
const ASSETS = {
  'swagger-ui.css': { contentType: 'text/css; charset=utf-8', source: 'swagger-ui-dist/swagger-ui.css' },
  'swagger-ui-bundle.js': {
    contentType: 'text/javascript; charset=utf-8',
    source: 'swagger-ui-dist/swagger-ui-bundle.js',
  },
  'oauth2-redirect.html': {
    contentType: 'text/html; charset=utf-8',
    source: 'swagger-ui-dist/oauth2-redirect.html',
  },
  'oauth2-redirect.js': {
    contentType: 'text/javascript; charset=utf-8',
    source: 'swagger-ui-dist/oauth2-redirect.js',
  },
  'redoc.standalone.js': {
    contentType: 'text/javascript; charset=utf-8',
    source: 'redoc/bundles/redoc.standalone.js',
    replace: { 'https://cdn.redoc.ly/redoc/logo-mini.svg': EMPTY_PICTURE },
  },
  'docs.js': { contentType: 'text/javascript; charset=utf-8', source: './browser/docs.js' },
  'redoc.js': { contentType: 'text/javascript; charset=utf-8', source: './browser/redoc.js' },
  'viewer.js': {
    contentType: 'text/javascript; charset=utf-8',
    source: '../../viewer/main.tsx',
    bundled: true,
    // OpenSeadragon adds a style to the page, which the page's policy refuses, unless it finds this element.
    replace: { 'style[data-openseadragon-mobile-css]': 'html' },
  },
  'viewer.css': { contentType: 'text/css; charset=utf-8', source: '../../viewer/viewer.css' },
  'pages.css': { contentType: 'text/css; charset=utf-8', source: './browser/pages.css' },
} as const satisfies Record<string, Asset>;

export type AssetName = keyof typeof ASSETS;
export const ASSET_NAMES = Object.keys(ASSETS) as [AssetName, ...AssetName[]];

export const assetOf = (name: AssetName): Asset => ASSETS[name];
