import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { parseCookie } from 'cookie';
import { isUuid } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import type { NewLead } from '#libs/sites/forms';
import { Visitors } from '../visitors/visitors.js';
import { batchId } from './collect.js';
import { languageOf, pathOf, referrerOf, utmOf } from './collected-events.js';
import type { CollectedLine } from './collected-line.js';
import { EventJournal } from './event-journal.js';

/** Cookie of a page with the id of a visitor who agreed to it. */
const VISITOR_COOKIE = '_pv';

/** Puts accepted leads among the events: a conversion of their page, without a cookie. Spam is none, and counts as such. */
@Injectable()
export class LeadConversions {
  constructor(
    private readonly journal: EventJournal,
    private readonly visitors: Visitors,
  ) {}

  /** Does not fail: the lead is accepted. The same lead counts once. */
  async count(lead: NewLead, request: Request): Promise<void> {
    try {
      await this.journal.append(await this.lineOf(lead, request));
    } catch (error) {
      logger.error('A lead is not counted as a conversion', { error });
    }
  }

  private async lineOf(lead: NewLead, request: Request): Promise<CollectedLine> {
    const { headers } = request;
    const given = parseCookie(headers.cookie ?? '')[VISITOR_COOKIE];
    const consentedId = isUuid(given) ? (given as string) : undefined;
    const visitor = await this.visitors.read(lead.tenantId, headers, request.ip ?? '', consentedId);
    const { url, referrer } = lead.origin as { url?: string; referrer?: string };
    const now = Date.now();
    return {
      id: batchId(lead.tenantId, lead.id),
      day: new Date(now).toISOString().slice(0, 10),
      tenant: lead.tenantId,
      page: lead.pageId ?? '',
      variant: null,
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
        // The form has judged whether a person sent it.
        bot: null,
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
