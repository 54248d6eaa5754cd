import type { Entities } from '#libs/core/persistence';
import { BrandKit } from './brand-kit.entity.js';
import { PublishedPage } from './published-page.entity.js';
import { PublishedVariant } from './published-variant.entity.js';
import { ReplacedVersion } from './replaced-version.entity.js';
import { ShortLink } from './short-link.entity.js';
import { SiteChange } from './site-change.entity.js';
import { SiteDomain } from './site-domain.entity.js';
import { SiteRedirect } from './site-redirect.entity.js';
import { SiteSetting } from './site-setting.entity.js';

export const SITE_ENTITIES: Entities = [
  SiteDomain,
  PublishedPage,
  PublishedVariant,
  ReplacedVersion,
  SiteRedirect,
  ShortLink,
  SiteSetting,
  BrandKit,
  SiteChange,
];
