import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import type { TenantId } from '#libs/core/persistence';
import { DEFAULT_BRAND } from '../brand/brand-values.js';
import { BrandService } from '../brand/brand.service.js';
import { validateDocument } from '../validation/validate-document.js';
import { toFormValues } from '../forms/form-mapping.js';
import { FormsService } from '../forms/forms.service.js';
import { MediaService } from '../media/media.service.js';
import { PagesService } from '../pages/pages.service.js';
import { PublishingService } from '../publishing/publishing.service.js';
import {
  DEMO_BRAND,
  DEMO_DESCRIPTION,
  DEMO_FORM,
  DEMO_PICTURES,
  DEMO_TITLE,
  demoDocument,
  type DemoPicture,
} from './demo-page.js';
import { DEMO_SLUG } from './demo-slug.js';

const JPEG = { quality: 92 };

/** Makes the demo page with its form, pictures and brand; returns its id. */
export async function createDemoPage(app: INestApplicationContext, tenantId: TenantId): Promise<string> {
  await chooseBrand(app.get(BrandService), tenantId);
  const { form } = await app.get(FormsService).upsert(tenantId, DEMO_FORM.external_id!, toFormValues(DEMO_FORM));
  const pictures = await createPictures(app.get(MediaService), tenantId);
  const { page } = await app.get(PagesService).create(tenantId, {
    title: DEMO_TITLE,
    slug: DEMO_SLUG,
    document: validateDocument(demoDocument(form.id, pictures)),
    seo: { seoDescription: DEMO_DESCRIPTION, seoPictureId: pictures.hills },
  });
  return page.id;
}

export async function publishDemoPage(app: INestApplicationContext, tenantId: TenantId, id: string): Promise<void> {
  await app.get(PublishingService).publish(tenantId, id);
}

/** A brand that the tenant chose stays. */
async function chooseBrand(brands: BrandService, tenantId: TenantId): Promise<void> {
  const known = await brands.get(tenantId);
  if (JSON.stringify(known) !== JSON.stringify(DEFAULT_BRAND)) return;
  await brands.replace(tenantId, { ...DEMO_BRAND, logoId: null });
}

async function createPictures(media: MediaService, tenantId: TenantId): Promise<Record<DemoPicture, string>> {
  const ids = {} as Record<DemoPicture, string>;
  for (const [name, { draw, description }] of Object.entries(DEMO_PICTURES)) {
    const photo = await sharp(Buffer.from(draw())).jpeg(JPEG).toBuffer();
    ids[name as DemoPicture] = (await media.create(tenantId, photo, description)).id;
  }
  return ids;
}
