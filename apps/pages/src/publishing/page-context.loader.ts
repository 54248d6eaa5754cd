import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { Form, type FormDefinition } from '#libs/forms';
import type { TenantId } from '#libs/persistence';
import { BrandKit } from '#libs/sites';
import { PagePlaces } from '../pages/page-places.js';
import type { Page } from '../pages/page.entity.js';
import type { Brand, PageContext } from '../rendering/page-context.js';
import { referencesOf } from './page-references.js';

/** The look of tenants that chose none. */
const PLAIN: Brand = {
  name: '',
  logoId: null,
  colors: { primary: '#1d4ed8', onPrimary: '#ffffff', text: '#111827', background: '#ffffff', surface: '#f3f4f6' },
  headingFont: 'inter',
  textFont: 'inter',
  radius: 8,
};

/** Gathers what the bytes of a page depend on beside its document. */
@Injectable()
export class PageContextLoader {
  constructor(private readonly places: PagePlaces) {}

  async load(tx: EntityManager, page: Page, document: object): Promise<PageContext> {
    const { url } = await this.places.placeOne(tx, page);
    const { formIds } = referencesOf(document);
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
      brand: await brandOf(tx, page.tenantId),
      address: url,
      forms: await formsOf(tx, page.tenantId, formIds),
      pictures: new Map(),
    };
  }
}

async function brandOf(tx: EntityManager, tenantId: TenantId): Promise<Brand> {
  const kit = await tx.findOneBy(BrandKit, { tenantId });
  if (!kit) return PLAIN;
  const { name, logoId, headingFont, textFont, radius } = kit;
  return {
    name,
    logoId,
    colors: {
      primary: kit.primaryColor,
      onPrimary: kit.onPrimaryColor,
      text: kit.textColor,
      background: kit.backgroundColor,
      surface: kit.surfaceColor,
    },
    headingFont,
    textFont,
    radius,
  };
}

async function formsOf(
  tx: EntityManager,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<Map<string, FormDefinition>> {
  if (ids.length === 0) return new Map();
  const forms = await tx.findBy(Form, { tenantId, id: In([...ids]), deletedAt: IsNull() });
  return new Map(forms.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((form) => [form.id, definitionOf(form)]));
}

/** What a page shows of a form; what else is stored of it does not concern the page. */
function definitionOf(form: Form): FormDefinition {
  const { id, name, fields, buttonLabel, thanks, requiresConsent, consentText, legalBasis, country } = form;
  return { id, name, fields, buttonLabel, thanks, requiresConsent, consentText, legalBasis, country };
}

/** Equal for contexts that give equal bytes. */
export function fingerprintOf({ forms, pictures, ...rest }: PageContext): string {
  return JSON.stringify([rest, [...forms], [...pictures]]);
}
