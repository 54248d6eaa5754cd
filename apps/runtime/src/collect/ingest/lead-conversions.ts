import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { logger } from '#libs/core/observability';
import { GroupCommitter } from '#libs/core/persistence';
import type { NewLead } from '#libs/sites/forms';
import { consentedIdIn } from '../../negotiation/visitor-headers.js';
import { Visitors } from '../visitors/visitors.js';
import { batchId } from './collect.js';
import { languageOf, pathOf, referrerOf, toUrl, utmOf } from './collected-events.js';
import type { CollectedLine } from './collected-line.js';
import { EventJournal } from './event-journal.js';

const GROUP_MAX = 1_000;
/** Time between two writes of conversions (milliseconds): a single one is written at once. */
const REST_MS = 100;

/**
 * Puts accepted leads among the events: a conversion of their page, without a cookie. Spam is none, and counts as such. The lead itself is
 * on the disk. Conversions are written together and not flushed, because each flush would compete with those of the database.
 */
@Injectable()
export class LeadConversions implements BeforeApplicationShutdown {
  private readonly pending = new Set<Promise<void>>();
  private readonly writer = new GroupCommitter<CollectedLine, void>(
    (lines) => Promise.all(lines.map((line) => this.journal.appendUnflushed(line))),
    { maxItems: GROUP_MAX, restMs: REST_MS, failsWholeGroup: () => true },
  );

  constructor(
    private readonly journal: EventJournal,
    private readonly visitors: Visitors,
  ) {}

  /**
   * Does not fail, and is not waited for: the lead is accepted. The same lead counts once.
   * @param version of the page in whose bytes the form was; null if that is not known
   */
  count(lead: NewLead, request: Request, version: number | null): void {
    const writing = this.append(lead, request, version).finally(() => this.pending.delete(writing));
    this.pending.add(writing);
  }

  /** Resolves when the leads that were given to {@link count} are in the journal. */
  async settle(): Promise<void> {
    await Promise.all(this.pending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settle();
  }

  private async append(lead: NewLead, request: Request, version: number | null): Promise<void> {
    try {
      await this.writer.submit(await this.lineOf(lead, request, version));
    } catch (error) {
      logger.error('A lead is not counted as a conversion', { error });
    }
  }

  private async lineOf(lead: NewLead, request: Request, version: number | null): Promise<CollectedLine> {
    const { headers } = request;
    const consentedId = consentedIdIn(headers);
    // The form has judged whether a person sent it.
    const visitor = await this.visitors.readPerson(lead.tenantId, headers, request.ip ?? '', consentedId);
    const { url: address, referrer } = lead.origin as { url?: string; referrer?: string };
    const url = toUrl(address);
    const now = Date.now();
    return {
      id: batchId(lead.tenantId, lead.id),
      day: new Date(now).toISOString().slice(0, 10),
      tenant: lead.tenantId,
      page: lead.pageId ?? '',
      variant: version === null ? null : String(version),
      visitor: visitor.id,
      consented: visitor.consented,
      load: null,
      s: {
        utm: utmOf(url),
        referrer: referrerOf(referrer, url),
        country: visitor.country,
        device: visitor.device,
        os: visitor.os,
        browser: visitor.browser,
        language: languageOf(headers['accept-language']),
        bot: visitor.bot,
      },
      events: [
        {
          k: lead.isSpam ? 'form_submit' : 'conversion',
          t: now,
          path: pathOf(url),
          name: lead.formId,
          extra: {
            ...(lead.isSpam && { spam: true }),
            ...(visitor.consented && !lead.isSpam && { lead: lead.id }),
          },
        },
      ],
    };
  }
}
