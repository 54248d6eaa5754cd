export { BrandKit } from './brand-kit.entity.js';
export { SITE_ENTITIES } from './entities.js';
export { PublishedPage } from './published-page.entity.js';
export { isReservedSlug } from './reserved-slugs.js';
export { ShortLink } from './short-link.entity.js';
export { SiteDomain } from './site-domain.entity.js';
export { SiteRedirect } from './site-redirect.entity.js';
export { SiteSetting } from './site-setting.entity.js';
export { SITE_TABLES, siteTablesSql } from './site-tables.js';
