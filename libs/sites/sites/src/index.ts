/** Tables, media, fonts and texts of published sites, for authoring and the runtime. */

export { BrandKit } from './brand-kit.entity.js';
export { blackOrWhite, contrast, isDark, legible, mix } from './color.js';
export { SITE_ENTITIES } from './entities.js';
export {
  type ExperimentGoal,
  type PageSplit,
  ROUTE_DEVICES,
  type RouteConditions,
  type RouteDevice,
  type RouteRule,
  type SplitVariant,
  UTM_CONDITIONS,
} from './page-split.js';
export { PublishedPage } from './published-page.entity.js';
export { PublishedVariant } from './published-variant.entity.js';
export { dropPublishedVariantSql, publishedVariantSql } from './published-variant-tables.js';
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
export { FONT_ADDRESS, FONT_FILES, readFontFile } from './fonts/font-files.js';
export {
  type FallbackMetrics,
  findFont,
  type Font,
  FONT_NAMES,
  type FontFace,
  type FontName,
  fontOf,
} from './fonts/fonts.js';
export { MEDIA_ENTITIES } from './media/entities.js';
export { mediaFileName, mediaPath } from './media/media-path.js';
export { MediaFile, type MediaFileType } from './media/media-file.entity.js';
export { MEDIA_BLOBS, MEDIA_TABLES, mediaTablesSql } from './media/media-tables.js';
export { Media } from './media/media.entity.js';
