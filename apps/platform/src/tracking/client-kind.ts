import { LRUCache } from 'lru-cache';

/** What a request says of the program that makes it. */
export interface ClientHints {
  method: string;
  userAgent: string;
  /** `Purpose`, `Sec-Purpose` or `X-Moz`, by which a browser says that it only looks ahead. */
  purpose: string;
}

/** Programs that fetch pictures and follow links before, or without, a person: proxies of mail services, scanners, bots. */
const MACHINES =
  /googleimageproxy|yahoomailproxy|ggpht\.com|barracuda|mimecast|proofpoint|symantec|trendmicro|fireeye|forcepoint|messagelabs|cloudmark|safelinks|urldefense|bingpreview|slackbot|twitterbot|facebookexternalhit|whatsapp|telegrambot|linkedinbot|discordbot|headlesschrome|phantomjs|\bbot\b|bot\/|crawler|spider|preview|scanner|monitor|^curl\/|^wget\/|python-|^go-http-client|^java\/|okhttp|libwww|httpclient|^node|^ruby|^axios/i;

/** The whole of what Apple's Mail Privacy Protection says of itself when it fetches in advance. */
const APPLE_PRIVACY = /^mozilla\/5\.0$/i;

/** Whether an open or a click is a program's doing: it is recorded, and marked. */
export function isMachine({ method, userAgent, purpose }: ClientHints): boolean {
  return (
    method === 'HEAD' ||
    userAgent === '' ||
    (purpose !== '' && /prefetch|prerender|preview/i.test(purpose)) ||
    judged.memo(userAgent.slice(0, 500))
  );
}

/** The same few programs make nearly all requests, and the pattern is the dearest part of an answer. */
const judged = new LRUCache<string, boolean>({
  max: 2_000,
  memoMethod: (userAgent) => APPLE_PRIVACY.test(userAgent.trim()) || MACHINES.test(userAgent),
});
