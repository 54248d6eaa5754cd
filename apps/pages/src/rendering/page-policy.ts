import { createHash } from 'node:crypto';
import { TAG_DIRECTIVES, type TagDirective, TAGS } from '#libs/sites/tags';
import type { PageWriter } from '../markup/page-writer.js';

/**
 * Content-Security-Policy of the page: its own style and scripts by their hashes, our files, videos that a click plays, and the hosts of
 * exactly the tags that it has.
 */
export function policyOf(css: string, script: string, { page, frameOrigins, filmOrigins }: PageWriter): string {
  const types = (page.tags?.tags ?? []).map(({ type }) => TAGS[type]);
  const isOurScript = page.pixelToken !== null || page.tags !== null;
  const own: Record<TagDirective, readonly string[]> = {
    // With a hash in the list browsers pass over 'unsafe-inline'.
    style: [types.some(({ hasInlineStyle }) => hasInlineStyle) ? "'unsafe-inline'" : hashOf(css)],
    img: ["'self'", 'data:'],
    font: ["'self'"],
    connect: ["'self'"],
    script: [...(script ? [hashOf(script)] : []), ...(isOurScript ? ["'self'"] : [])],
    frame: [...frameOrigins].sort(),
    media: [...filmOrigins].sort(),
    worker: [],
  };
  const rules = TAG_DIRECTIVES.flatMap((name) => {
    const ofTags = new Set(types.flatMap(({ sources }) => sources[name] ?? []));
    const sources = [...new Set([...own[name], ...[...ofTags].sort()])];
    return sources.length > 0 ? [`${name}-src ${sources.join(' ')}`] : [];
  });
  return ["default-src 'none'", ...rules, "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"].join('; ');
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
