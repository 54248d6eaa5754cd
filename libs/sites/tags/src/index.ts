/** Tags of other companies in published pages, and what visitors decided about them. */

export { CONSENT_ACTIONS, type ConsentAction, ConsentDecision } from './consent-decision.entity.js';
export { TAG_ENTITIES } from './entities.js';
export { type SiteTag, SiteTags } from './site-tags.entity.js';
export { CONSENT_ADDRESS, CONSENT_PATH, type ShownCategory, type ShownTags, TAGS_SCRIPT } from './shown-tags.js';
export { CONSENT_KEPT_DAYS, TAG_TABLES, tagTablesSql } from './tag-tables.js';
export {
  TAG_CATEGORIES,
  TAG_DIRECTIVES,
  TAG_TYPES,
  type TagCategory,
  type TagDirective,
  TAGS,
  type TagType,
  type TagTypeName,
} from './tag-types.js';
