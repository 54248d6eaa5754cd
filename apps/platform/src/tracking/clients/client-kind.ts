/** The headers of a request that describe its client. */
export interface ClientHints {
  method: string;
  userAgent: string;
  /** `Purpose`, `Sec-Purpose` or `X-Moz`, by which a browser says that it prefetches. */
  purpose: string;
}

/** Programs that fetch pictures and follow links without a reader: proxies of mail services, scanners, bots. */
const MACHINES =
  /googleimageproxy|yahoomailproxy|ggpht\.com|barracuda|mimecast|proofpoint|symantec|trendmicro|fireeye|forcepoint|messagelabs|cloudmark|safelinks|urldefense|bingpreview|slackbot|twitterbot|facebookexternalhit|whatsapp|telegrambot|linkedinbot|discordbot|headlesschrome|phantomjs|\bbot\b|bot\/|crawler|spider|preview|scanner|monitor|^curl\/|^wget\/|python-|^go-http-client|^java\/|okhttp|libwww|httpclient|^node|^ruby|^axios/i;

/** The whole user agent of Apple's Mail Privacy Protection when it prefetches. */
const APPLE_PRIVACY = /^mozilla\/5\.0$/i;

/** Whether a user agent is that of a program. */
export function isMachineName(userAgent: string): boolean {
  return APPLE_PRIVACY.test(userAgent.trim()) || MACHINES.test(userAgent);
}

/**
 * Whether a program made the request without a reader. Such an event is recorded and marked.
 * @param hasMachineName asked only where nothing else in the request tells
 */
export function isMachine({ method, userAgent, purpose }: ClientHints, hasMachineName: () => boolean): boolean {
  return (
    method === 'HEAD' ||
    userAgent === '' ||
    (purpose !== '' && /prefetch|prerender|preview/i.test(purpose)) ||
    hasMachineName()
  );
}
