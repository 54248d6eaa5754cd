import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type DirectAnswer, Problem } from '#libs/core/http';
import { isUnavailable } from '#libs/core/persistence';
import { prefersPage } from '#libs/core/html';
import { isPreview } from '../links/preview-agents.js';
import { LinkClicks } from '../links/link-clicks.js';
import type { ServedLink } from '../links/served-link.js';
import { SuspendedTenants } from '../sites/suspended-tenants.js';
import { PageSplits } from '../experiments/page-splits.js';
import { Addresses, type Served } from '../addresses/addresses.js';
import { canonicalPath } from '../addresses/path.js';
import { ServedPage } from '../addresses/served-page.js';
import { redirectTo, safeTarget, withQuery } from '../redirects/redirect.js';
import type { Site } from '../sites/site.js';
import { SiteChanges } from '../sites/site-changes.js';
import { SiteHosts } from '../sites/site-hosts.js';
import { SiteSettings } from '../sites/site-settings.js';
import { SiteMetrics } from '../sites/site.metrics.js';

/** Value of Retry-After while the database is away (seconds). */
const RETRY_AFTER = '5';

/** Redirects one after the other that lead to the page of a form. */
const MAX_HOPS = 5;

/** Answers visitors: pages, redirects and short links. */
@Injectable()
export class Visits {
  constructor(
    private readonly hosts: SiteHosts,
    private readonly addresses: Addresses,
    private readonly tenants: SuspendedTenants,
    private readonly clicks: LinkClicks,
    private readonly changes: SiteChanges,
    private readonly settings: SiteSettings,
    private readonly splits: PageSplits,
    private readonly metrics: SiteMetrics,
  ) {}

  /** A page or a short link from memory; null where {@link Visits.answer} has to decide. @param path without its query */
  answerAtOnce(path: string, request: IncomingMessage): DirectAnswer | null {
    const { headers } = request;
    const site = this.hosts.find(headers.host);
    if (!site) return null;
    const served = this.addresses.peek(site.host + path);
    if (!served || served.kind === 'redirect' || this.tenants.peek(served.tenantId) !== false) return null;
    if (this.changes.isBehind) this.metrics.answeredStale();
    if (served.kind === 'page')
      return served.split ? null : served.answer(headers['accept-encoding'], headers['if-none-match']);
    const answer = served.answer();
    return typeof answer === 'string' ? null : this.counted(served, answer, request);
  }

  /**
   * @throws Problem NotFound, Gone (an expired link), TenantSuspended, ServiceUnavailable (not in memory, and no database)
   */
  async answer(request: Request): Promise<DirectAnswer> {
    const site = this.siteOf(request);
    const [raw, query] = splitTarget(request.url);
    const path = canonicalPath(raw);
    const served = path === null ? null : await this.find(site, path);
    if (!served || path === null) return this.answerNotFound(site, request);
    if (await this.tenants.isSuspended(served.tenantId)) throw this.refusal('suspended');
    if (served.kind === 'redirect') return served.answer(query);
    if (raw !== encodeURI(path)) return movedTo(path, query);
    if (this.changes.isBehind) this.metrics.answeredStale();
    if (served.kind === 'link') return this.followLink(served, request);
    const { headers } = request;
    const page = served.split ? await this.splits.choose(served, request) : served;
    return page.answer(headers['accept-encoding'], headers['if-none-match']);
  }

  /**
   * Answers the root of a host by its home page. Without one, a browser gets the 404 on a host of a tenant, and the result is
   * null for any other request. @throws Problem
   */
  async home(request: Request): Promise<DirectAnswer | null> {
    const site = this.hosts.find(request.headers.host);
    if (!site) return null;
    const isVisitor = site.tenantId !== null && prefersPage(request);
    return isVisitor || (await this.find(site, '/')) ? this.answer(request) : null;
  }

  /**
   * The page whose form a request sends: the one at its address, or the one that was there and that redirects lead to; on a
   * host of a tenant also its page by its slug, or the one that stands where nothing is. Null if there is none.
   * @throws Problem TenantSuspended, ServiceUnavailable
   */
  async pageAt(request: IncomingMessage): Promise<ServedPage | null> {
    const site = this.hosts.find(request.headers.host);
    const path = canonicalPath(splitTarget(request.url)[0]);
    const page = site && path !== null ? await this.pageOf(site, path) : null;
    if (page && (await this.tenants.isSuspended(page.tenantId))) throw this.refusal('suspended');
    return page;
  }

  /** Returns the problem for a request for which there is no page. */
  async noPage({ headers }: IncomingMessage): Promise<Problem> {
    const site = this.hosts.find(headers.host);
    if (site) await this.settings.prepare(site);
    return this.refusal(site ? 'not_found' : 'unknown_host');
  }

  private async pageOf(site: Site, path: string): Promise<ServedPage | null> {
    const there = await this.follow(site, path);
    if (there || site.tenantId === null) return there;
    // Bytes from before forms went without an address name the slug, on every host.
    const bySlug = await this.follow(this.hosts.sharedSite, path);
    if (bySlug?.tenantId === site.tenantId) return bySlug;
    return this.notFoundPage(site);
  }

  /** The page at an address, or where its redirects lead, as long as they are of one tenant. */
  private async follow(site: Site, path: string): Promise<ServedPage | null> {
    let tenantId = site.tenantId;
    let target = { site, path };
    for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
      const served = await this.find(target.site, target.path);
      if (!served || (tenantId !== null && served.tenantId !== tenantId)) return null;
      if (served.kind === 'page') return served;
      if (served.kind === 'link') return null;
      tenantId = served.tenantId;
      const next = new URL(served.target, `http://${target.site.host}`);
      const nextSite = this.hosts.find(next.host);
      const nextPath = canonicalPath(next.pathname);
      if (!nextSite || nextPath === null) return null;
      target = { site: nextSite, path: nextPath };
    }
    return null;
  }

  /** The site of a request. @throws Problem NotFound for a host that is not ours */
  siteOf({ headers }: IncomingMessage): Site {
    const site = this.hosts.find(headers.host);
    if (!site) throw this.refusal('unknown_host');
    return site;
  }

  private async find(site: Site, path: string): Promise<Served | null> {
    try {
      return await this.addresses.find({ site, path });
    } catch (cause) {
      if (!isUnavailable(cause) && !(cause instanceof Problem)) throw cause;
      this.metrics.refused('unavailable');
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
    }
  }

  /** Answers by the tenant's own page for 404. Without one it throws, and envelope.ts uses the tenant's own words. @throws Problem NotFound */
  private async answerNotFound(site: Site, request: Request): Promise<DirectAnswer> {
    const page = prefersPage(request) ? await this.notFoundPage(site) : null;
    const problem = await this.noPage(request);
    if (!page) throw problem;
    return page.answerNotFound(request.headers['accept-encoding']);
  }

  /** The page that a tenant shows where nothing is; null if it has none. */
  private async notFoundPage(site: Site): Promise<ServedPage | null> {
    const { notFoundSlug } = await this.settings.prepare(site);
    const page = notFoundSlug === null ? null : await this.find(this.hosts.sharedSite, `/${notFoundSlug}`);
    return page?.kind === 'page' && page.tenantId === site.tenantId ? page : null;
  }

  private followLink(link: ServedLink, request: IncomingMessage): DirectAnswer {
    const answer = link.answer();
    if (typeof answer !== 'string') return this.counted(link, answer, request);
    this.metrics.refused('not_found');
    throw new Problem(answer === 'expired' ? 'Gone' : 'NotFound');
  }

  /** Counts a click, unless the request is a HEAD, a prefetch of a browser or the preview of a chat. */
  private counted(link: ServedLink, answer: DirectAnswer, request: IncomingMessage): DirectAnswer {
    const { method, headers } = request;
    const purpose = `${headers['sec-purpose'] ?? ''} ${headers['purpose'] ?? ''}`;
    if (method === 'GET' && !purpose.includes('prefetch') && !isPreview(request)) this.clicks.count(link);
    return answer;
  }

  private refusal(reason: 'unknown_host' | 'not_found' | 'suspended'): Problem {
    this.metrics.refused(reason);
    return new Problem(reason === 'suspended' ? 'TenantSuspended' : 'NotFound');
  }
}

/** Redirects to the canonical spelling of an address. The target is a path, so that no host can be put in. */
function movedTo(path: string, query: string): DirectAnswer {
  const location = safeTarget(encodeURI(path));
  if (location === null) throw new Problem('NotFound');
  return redirectTo(301, withQuery(location, query));
}

/** The path and the query with its question mark. */
function splitTarget(url = ''): [string, string] {
  const query = url.indexOf('?');
  return query < 0 ? [url, ''] : [url.slice(0, query), url.slice(query)];
}
