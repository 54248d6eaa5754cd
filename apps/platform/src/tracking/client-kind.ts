import { LRUCache } from 'lru-cache';

/** What a request tells of its client. */
export interface ClientHints {
  method: string;
  userAgent: string;
  /** `Purpose`, `Sec-Purpose` or `X-Moz`, by which a browser says that it prefetches. */
  purpose: string;
}

/** Programs that fetch pictures and follow links on their own: proxies of mail services, scanners, bots. */
const MACHINES =
  /googleimageproxy|yahoomailproxy|ggpht\.com|barracuda|mimecast|proofpoint|symantec|trendmicro|fireeye|forcepoint|messagelabs|cloudmark|safelinks|urldefense|bingpreview|slackbot|twitterbot|facebookexternalhit|whatsapp|telegrambot|linkedinbot|discordbot|headlesschrome|phantomjs|\bbot\b|bot\/|crawler|spider|preview|scanner|monitor|^curl\/|^wget\/|python-|^go-http-client|^java\/|okhttp|libwww|httpclient|^node|^ruby|^axios/i;

/** The whole user agent of Apple's Mail Privacy Protection when it prefetches. */
const APPLE_PRIVACY = /^mozilla\/5\.0$/i;

/** Whether a program made the request on its own. It is recorded, and marked. */
export function isMachine({ method, userAgent, purpose }: ClientHints): boolean {
  return (
    method === 'HEAD' ||
    userAgent === '' ||
    (purpose !== '' && /prefetch|prerender|preview/i.test(purpose)) ||
    judged.memo(userAgent.slice(0, 500))
  );
}

/** A few programs make nearly all requests, and the pattern is the most expensive part of an answer. */
const judged = new LRUCache<string, boolean>({
  max: 2_000,
  memoMethod: (userAgent) => APPLE_PRIVACY.test(userAgent.trim()) || MACHINES.test(userAgent),
});
