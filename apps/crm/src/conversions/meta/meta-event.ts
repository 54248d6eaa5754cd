import { isIP } from 'node:net';
import type { LeadVisitor } from '../../leads/lead-captured-job.js';
import type { ReadLead } from '../../leads/lead-reader.js';
import { type HashedUserData, hashUserData } from './meta-user-data.js';

/** A server event of the Conversions API. */
export interface MetaEvent {
  event_name: string;
  /** Seconds. */
  event_time: number;
  event_id: string;
  action_source: 'website' | 'other';
  event_source_url?: string;
  user_data: HashedUserData & { client_ip_address?: string; client_user_agent?: string; fbc?: string };
}

/** The provider refuses a request with an event that is older. */
export const MAX_AGE_MS = 7 * 86_400_000;

/**
 * The event of a captured lead. Its id is the lead's, so that the provider counts it once if the page's pixel sends the same.
 * `website` needs a user agent and a page, which a lead of the API has not: it is `other` then.
 */
export function toMetaEvent({ record, submission }: ReadLead, visitor: LeadVisitor, now: Date): MetaEvent {
  const { contact, emails, phones } = record;
  const { name, city, state, country, id } = contact;
  const occurredAt = Math.min(Date.parse(submission.occurredAt), now.getTime());
  const page = pageOf(submission.origin.url);
  const userAgent = visitor.userAgent || undefined;
  const isWebsite = page !== undefined && userAgent !== undefined;
  return {
    event_name: 'Lead',
    event_time: Math.floor(occurredAt / 1000),
    event_id: submission.leadId,
    action_source: isWebsite ? 'website' : 'other',
    ...(page && { event_source_url: page.url }),
    user_data: {
      ...hashUserData({ emails, phones, name, city, state, country, id }),
      ...(visitor.address !== null && isIP(visitor.address) !== 0 && { client_ip_address: visitor.address }),
      ...(userAgent && { client_user_agent: userAgent }),
      ...(page?.clickId && { fbc: `fb.1.${occurredAt}.${page.clickId}` }),
    },
  };
}

/** An event that names nobody and is no lead of the provider's reports. */
export function sampleMetaEvent(testId: string, isCounted: boolean, now: Date): MetaEvent {
  return {
    event_name: isCounted ? 'Lead' : 'TesteDeIntegracao',
    event_time: Math.floor(now.getTime() / 1000),
    event_id: testId,
    action_source: 'website',
    event_source_url: 'https://example.com/oferta',
    user_data: {
      ...hashUserData({
        emails: ['ana@example.com'],
        phones: ['+5511988887777'],
        name: 'Ana Exemplo',
        city: 'Campinas',
        state: 'SP',
        country: 'BR',
        id: 'cnt_0000000000000000',
      }),
      client_ip_address: '192.0.2.1',
      client_user_agent: 'Mozilla/5.0',
    },
  };
}

/** The page without its query, which may be personal, and the id of the click on an advertisement from the query. */
function pageOf(text: string | undefined): { url: string; clickId: string | null } | undefined {
  const url = text === undefined || !URL.canParse(text) ? null : new URL(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  return { url: `${url.origin}${url.pathname}`, clickId: url.searchParams.get('fbclid') };
}
