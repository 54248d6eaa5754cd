import type { IncomingMessage } from 'node:http';

/** User agents of programs that fetch a link to show a preview, or to index it. */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|slack-imgproxy|skypeuripreview|bingpreview|kakaotalk-scrap|vkshare|embedly|iframely|mastodon\/|pleroma|cardyb|google-(?:read-aloud|pagerenderer|inspectiontool)|googleimageproxy|preview|crawler|spider|\bbot\b|(?<!cu)bot[-/;)\s]/i;

/** Returns whether a program fetches the link for people who may click it later. */
export const isPreview = ({ headers }: IncomingMessage): boolean => PREVIEWS.test(headers['user-agent'] ?? '');
