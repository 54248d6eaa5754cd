import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { logger } from '#libs/core/observability';
import type { PixelPlace } from '#libs/sites/traffic';
import { Addresses } from '../../addresses/addresses.js';
import { canonicalPath } from '../../addresses/path.js';
import { PageSplits } from '../../experiments/page-splits.js';
import { SiteHosts } from '../../sites/site-hosts.js';
import type { CollectedLine } from './collected-line.js';

/** Counts events of pages under test that are the goal of their experiment. */
@Injectable()
export class EventGoals {
  constructor(
    private readonly hosts: SiteHosts,
    private readonly addresses: Addresses,
    private readonly splits: PageSplits,
  ) {}

  /** Does not fail: the events are accepted. @param url of the page that sent them */
  async count(
    { tenantId, pageId, variant }: PixelPlace,
    url: string | undefined,
    events: CollectedLine['events'],
    request: Request,
  ): Promise<void> {
    // A batch may repeat one name a hundred times, and a visitor converts once.
    const names = new Set(
      events.flatMap(({ k, name }) => (name && (k === 'custom' || k === 'conversion') ? [name] : [])),
    );
    if (names.size === 0 || variant === null || url === undefined) return;
    try {
      const page = await this.pageAt(url);
      if (page?.tenantId !== tenantId || page.pageId !== pageId) return;
      for (const name of names) await this.splits.convertByEvent(page, Number(variant), name, request);
    } catch (error) {
      logger.warn('An event is not counted as the goal of an experiment', { error });
    }
  }

  private async pageAt(url: string) {
    if (!URL.canParse(url)) return null;
    const { host, pathname } = new URL(url);
    const [site, path] = [this.hosts.find(host), canonicalPath(pathname)];
    const served = site && path !== null ? await this.addresses.find({ site, path }) : null;
    return served?.kind === 'page' ? served : null;
  }
}
