import { createHash } from 'node:crypto';
import type { TagValues } from './site-tags.repository.js';

/** Edition of the texts that banners have by themselves. A new one asks all visitors again: raise it when they mean something else. */
export const BANNER_EDITION = 1;

const LENGTH = 12;

/**
 * Names what visitors are asked about. It changes with the vendors and categories of active tags and with the author's words; not with
 * an id, because the same company gets the same data.
 */
export function tagsVersion(values: Omit<TagValues, 'version'>): string {
  const { tags, asksForPixel, bannerTitle, bannerText, policyUrl } = values;
  const active = tags.filter((tag) => tag.active).map(({ type, category }) => `${type} ${category}`);
  const asked = [BANNER_EDITION, [...new Set(active)].sort(), asksForPixel, bannerTitle, bannerText, policyUrl];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, LENGTH);
}
