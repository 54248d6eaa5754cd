import type { IncomingMessage, Server } from 'node:http';

const SLASH = 47;

/** Scheme, authority without user information, path and query. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]+)(\/[^?]*)?(\?.*)?$/i;

/** Characters that Node's parser lets pass and no target may have (RFC 3986): parsers of URLs differ on them. */
const FOREIGN = /[#\\]/;

/**
 * Gives every request target one form before any handler reads it, so that routes, limits, metrics and logs see one path.
 * Absolute form (`GET http://host/path`, RFC 9112, 3.2.2) becomes origin form, and its authority replaces the header Host;
 * a fragment is cut off; a backslash, which some parsers read as a slash, is percent-encoded.
 */
export function normalizeTargets(server: Server): void {
  server.prependListener('request', normalizeTarget);
}

function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  const text = FOREIGN.test(url) ? encoded(url) : url;
  if (text.charCodeAt(0) === SLASH) {
    if (text !== url) request.url = text;
    return;
  }
  const [, authority, path = '/', query = ''] = ABSOLUTE_FORM.exec(text) ?? [];
  if (authority === undefined) return;
  request.url = path + query;
  request.headers.host = authority;
}

function encoded(url: string): string {
  const [target = ''] = url.split('#', 1);
  return target.replaceAll('\\', '%5C');
}

/** Whether the target has a form that a route can match; `*` is the target of OPTIONS for the whole server. */
export const isKnownTarget = (url: string): boolean => url.charCodeAt(0) === SLASH || url === '*';
