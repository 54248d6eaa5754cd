import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type MetaRoutes } from '../meta/meta-routes.js';
import { once } from '#libs/core/process';
import { type AppProfile } from '../profile.js';
import { sendJsonText } from '../request/respond.js';
import { renderDocsPage } from './docs-page.js';
import { sendDocsScript } from './docs-script.js';
import { describeApp } from './document.js';

const DOCUMENT_PATH = '/openapi.json';
const SCRIPT_PATH = '/docs/reference.js';

/** Adds `/openapi.json` and `/docs`. Both are made at the first request, because most processes never get one. */
export function addDocsRoutes(
  metaRoutes: MetaRoutes,
  app: INestApplication,
  profile: AppProfile,
  options: { rootRoute: boolean; describe?: (document: OpenAPIObject) => void; metricsElsewhere?: boolean },
): void {
  const json = once(() => {
    const document = describeApp(app, profile, options.rootRoute);
    if (options.metricsElsewhere) delete document.paths['/metrics'];
    options.describe?.(document);
    return JSON.stringify(document);
  });
  const page = once(() => renderDocsPage(profile.openapi.title, DOCUMENT_PATH, SCRIPT_PATH));
  metaRoutes.add(DOCUMENT_PATH, (_request, response) => sendJsonText(response, json()));
  metaRoutes.add(SCRIPT_PATH, sendDocsScript);
  metaRoutes.add('/docs', (_request, response) => {
    const { html, contentSecurityPolicy } = page();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', contentSecurityPolicy);
    response.end(html);
  });
}
