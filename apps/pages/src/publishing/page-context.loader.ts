import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { Form, type FormDefinition, FormMark } from '#libs/sites/forms';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { SiteSetting } from '#libs/sites/sites';
import { TAGS } from '#libs/sites/tags';
import { PixelToken } from '#libs/sites/traffic';
import { BrandKitRepository } from '../brand/brand-kit.repository.js';
import { MediaRepository } from '../media/media.repository.js';
import { PagePlaces } from '../pages/page-places.js';
import type { Page } from '../pages/page.entity.js';
import type { PageContext, PageTags } from '../markup/page-context.js';
import { SiteTagsRepository } from '../site-tags/site-tags.repository.js';
import { referencesOf } from './page-references.js';

/** A version of a page that is to be rendered. */
interface RenderedVersion {
  version: number;
  document: object;
}

/** Gathers what the bytes of a page depend on beside its document. */
@Injectable()
export class PageContextLoader {
  private readonly marks: FormMark;
  private readonly pixels: PixelToken;

  constructor(
    private readonly places: PagePlaces,
    private readonly brands: BrandKitRepository,
    private readonly media: MediaRepository,
    private readonly siteTags: SiteTagsRepository,
    secrets: SecretBox,
  ) {
    this.marks = new FormMark(secrets);
    this.pixels = new PixelToken(secrets);
  }

  async load(tx: EntityManager, page: Page, { version, document }: RenderedVersion): Promise<PageContext> {
    const credential = this.pixels.issue({ tenantId: page.tenantId, pageId: page.id, variant: String(version) });
    const { url } = await this.places.placeOne(tx, page);
    const { formIds, pictureIds } = referencesOf(document);
    const brand = await this.brands.get(tx, page.tenantId);
    const setting = await tx.findOneBy(SiteSetting, { tenantId: page.tenantId });
    const site = { description: setting?.description ?? null, faviconId: setting?.faviconId ?? null };
    const forms = await formsOf(tx, page.tenantId, formIds);
    const shown = [...pictureIds, page.seoPictureId, brand.logoId, site.faviconId].filter((id) => id !== null);
    return {
      pageId: page.id,
      slug: page.slug,
      title: page.title,
      seo: {
        title: page.seoTitle,
        description: page.seoDescription,
        pictureId: page.seoPictureId,
        canonicalUrl: page.canonicalUrl,
        indexable: page.indexable,
        language: page.language,
      },
      brand,
      site,
      address: url,
      forms,
      formMarks: new Map(
        [...forms.keys()].map((id) => [id, this.marks.issue(page.tenantId, id, { pageId: page.id, version })]),
      ),
      pictures: await this.media.pictures(tx, page.tenantId, shown),
      pixelToken: hasPixel(document) ? credential : null,
      tags: await this.tagsOf(tx, page.tenantId, document, credential),
    };
  }

  private async tagsOf(
    tx: EntityManager,
    tenantId: TenantId,
    document: object,
    credential: string,
  ): Promise<PageTags | null> {
    if ((document as { tags?: unknown }).tags === false) return null;
    const { version, tags, asksForPixel, bannerTitle, bannerText, policyUrl } = await this.siteTags.get(tx, tenantId);
    const active = tags.filter((tag) => tag.active && tag.type in TAGS);
    const asksHere = asksForPixel && hasPixel(document);
    if (version === null || (active.length === 0 && !asksHere)) return null;
    return {
      credential,
      version,
      tags: active.map(({ type, id, category }) => ({ type, id, category })),
      asksForPixel: asksHere,
      title: bannerTitle,
      text: bannerText,
      policyUrl,
    };
  }
}

/** A page counts its visits unless its document says otherwise. */
const hasPixel = (document: object): boolean => (document as { pixel?: unknown }).pixel !== false;

async function formsOf(
  tx: EntityManager,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, FormDefinition>> {
  if (ids.length === 0) return new Map();
  const forms = await tx.findBy(Form, { tenantId, id: In([...ids]), deletedAt: IsNull() });
  return new Map(forms.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((form) => [form.id, definitionOf(form)]));
}

/** Picks the columns of a form that pages show; the others do not change the bytes of a page. */
function definitionOf(form: Form): FormDefinition {
  const { id, name, fields, buttonLabel, thanks, requiresConsent, consentText, legalBasis, country } = form;
  return { id, name, fields, buttonLabel, thanks, requiresConsent, consentText, legalBasis, country };
}

/** Returns texts that are equal for contexts which give equal bytes. */
export function fingerprintOf({ forms, pictures, ...rest }: PageContext): string {
  return JSON.stringify([rest, [...forms], [...pictures]]);
}
