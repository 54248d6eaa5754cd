import type { IncomingMessage } from 'node:http';

/** Programs that fetch a link to show what is behind it in a chat or a list, and such as index it. They say who they are. */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|slack-imgproxy|skypeuripreview|bingpreview|kakaotalk-scrap|vkshare|embedly|iframely|mastodon\/|pleroma|cardyb|google-(?:read-aloud|pagerenderer|inspectiontool)|googleimageproxy|preview|crawler|spider|\bbot\b|(?<!cu)bot[-/;)\s]/i;

/** Whether nobody has clicked: a program looks at the link for people who may click it later. */
export const isPreview = ({ headers }: IncomingMessage): boolean => PREVIEWS.test(headers['user-agent'] ?? '');
