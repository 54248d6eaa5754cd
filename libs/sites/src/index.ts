export { BrandKit } from './brand-kit.entity.js';
export { blackOrWhite, contrast, isDark, legible, mix } from './color.js';
export { SITE_ENTITIES } from './entities.js';
export { PublishedPage } from './published-page.entity.js';
export { ReplacedVersion } from './replaced-version.entity.js';
export { replacedVersionSql } from './replaced-version-tables.js';
export { isLegalSlug, isReservedSlug } from './reserved-slugs.js';
export { ShortLink } from './short-link.entity.js';
export { SiteChange } from './site-change.entity.js';
export { dropSiteChangeSql, siteChangeSql, unwatchSql, watchSql } from './site-change-tables.js';
export { SiteDomain } from './site-domain.entity.js';
export { SiteRedirect } from './site-redirect.entity.js';
export { SiteSetting } from './site-setting.entity.js';
export {
  inLanguage,
  VISITOR_LANGUAGES,
  visitorLanguageIn,
  visitorLanguageOf,
  visitorTexts,
  type VisitorLanguage,
  type VisitorTexts,
} from './texts/visitor-texts.js';
export { SITE_TABLES, siteTablesSql } from './site-tables.js';
