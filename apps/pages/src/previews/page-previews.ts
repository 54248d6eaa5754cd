import { Injectable } from '@nestjs/common';
import { escapeHtml } from '#libs/core/html';
import { Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { OwnHosts } from '../domains/own-hosts.js';
import { DraftsService } from '../drafts/drafts.service.js';
import type { PageWarning } from '../markup/page-context.js';
import { PageRepository } from '../pages/page.repository.js';
import { PageContextLoader } from '../publishing/page-context.loader.js';
import { renderPage } from '../rendering/render-page.js';
import { validateDocument } from '../validation/validate-document.js';

export interface PagePreview {
  html: string;
  /** Content-Security-Policy. It runs no script and sends no form, whatever frames it. */
  policy: string;
  warnings: PageWarning[];
}

/** Shows a draft as visitors would see it, if it were published. */
@Injectable()
export class PagePreviews {
  private readonly files: string;

  constructor(
    private readonly database: Database,
    private readonly pages: PageRepository,
    private readonly drafts: DraftsService,
    private readonly contexts: PageContextLoader,
    { sharedUrl }: OwnHosts,
  ) {
    this.files = sharedUrl;
  }

  /** @throws Problem NotFound, Unprocessable for a draft that is no longer valid */
  async render(tenantId: TenantId, pageId: string): Promise<PagePreview> {
    const { document, baseVersion: version } = await this.drafts.get(tenantId, pageId);
    const context = await this.database.tenant(tenantId, async (tx) => {
      const page = await this.pages.find(tx, tenantId, pageId);
      if (!page) throw new Problem('NotFound');
      return this.contexts.load(tx, page, { version, document });
    });
    const { html, policy, warnings } = renderPage(validateDocument(document), {
      ...context,
      pixelToken: null,
      tags: null,
    });
    return { html: this.withBase(html), policy: this.policyOf(policy), warnings };
  }

  /** Pictures and fonts have addresses of the runtime, from which visitors get the page. */
  private withBase(html: string): string {
    return html.replace('<head>', `<head>\n<base href="${escapeHtml(this.files)}/">`);
  }

  private policyOf(published: string): string {
    const { origin } = new URL(this.files);
    const rules = published.split('; ').flatMap((rule) => {
      const [name, ...sources] = rule.split(' ');
      if (name === 'img-src' || name === 'font-src')
        return `${name} ${sources.map((source) => (source === "'self'" ? origin : source)).join(' ')}`;
      if (name === 'default-src' || name === 'style-src' || name === 'media-src' || name === 'frame-ancestors')
        return rule;
      return [];
    });
    return [...rules, `base-uri ${origin}`, "form-action 'none'", 'sandbox'].join('; ');
  }
}
