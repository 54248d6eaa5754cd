import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import { type MetaRoutes } from '../meta/meta-routes.js';
import { type AppProfile } from '../profile.js';
import { once } from '../once.js';
import { sendJsonText } from '../request/respond.js';
import { DOCS_STYLE } from './docs-style.js';
import { renderDocsPage } from './docs-page.js';
import { describeApp } from './document.js';

/** Lets the page use its own style and nothing else. */
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Adds `/openapi.json` and `/docs`. Both are made at the first call: most processes are never asked. */
export function addDocsRoutes(
  metaRoutes: MetaRoutes,
  app: INestApplication,
  profile: AppProfile,
  options: { rootRoute: boolean; describe?: (document: OpenAPIObject) => void },
): void {
  const document = once(() => {
    const made = describeApp(app, profile, options.rootRoute);
    options.describe?.(made);
    return made;
  });
  const json = once(() => JSON.stringify(document()));
  const page = once(() => renderDocsPage(document()));
  metaRoutes.add('/openapi.json', (_request, response) => sendJsonText(response, json()));
  metaRoutes.add('/docs', (_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.end(page());
  });
}
