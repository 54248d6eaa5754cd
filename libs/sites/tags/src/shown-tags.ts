import type { VisitorLanguage } from '#libs/sites/sites';
import type { SiteTag } from './site-tags.entity.js';
import type { TagCategory } from './tag-types.js';

/** The script that asks visitors and loads tags. Bytes of pages outlive a release: its address does not change. */
export const TAGS_SCRIPT = { name: 'tags.js', address: '/_f/tags.js' } as const;

/** A link to it opens the banner again: it is the id of the element that has {@link ShownTags} as JSON. */
export const CONSENT_ADDRESS = '#consentimento';

/** Where the runtime records decisions. */
export const CONSENT_PATH = '/collect/consentimento';

/** A category as visitors read of it. */
export interface ShownCategory {
  name: TagCategory;
  label: string;
  about: string;
  /** Names of the companies. */
  vendors: string;
}

/** The tags of a page and the texts of its banner, as the script finds them in the page. */
export interface ShownTags {
  credential: string;
  version: string;
  language: VisitorLanguage;
  tags: readonly Pick<SiteTag, 'type' | 'id' | 'category'>[];
  categories: readonly ShownCategory[];
  policyUrl: string | null;
  texts: Readonly<
    Record<
      | 'title'
      | 'text'
      | 'accept'
      | 'refuse'
      | 'choose'
      | 'save'
      | 'policy'
      | 'reopen'
      | 'close'
      | 'gpc'
      | 'vendors'
      | 'necessary'
      | 'always'
      | 'offline',
      string
    >
  >;
}
