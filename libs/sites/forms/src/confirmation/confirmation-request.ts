import type { EntityManager } from 'typeorm';
import { plainName } from '#libs/messaging/notices';
import { BrandKit, PublishedPage, SiteSetting } from '#libs/sites/sites';
import { FORM_LANGUAGES, type FormLanguage } from '../form-definition.js';
import { Form } from '../form.entity.js';
import type { Lead } from '../lead.entity.js';

/** All that a mail or a page about a confirmation shows. */
export interface ConfirmationRequest {
  lead: Lead;
  formName: string;
  language: FormLanguage;
  /** Who asks: the name of the brand, else of the site; null without either. */
  sender: string | null;
  brand: Pick<BrandKit, 'primaryColor' | 'onPrimaryColor'> | null;
}

/** Reads what belongs to a lead. Forms that are deleted still have their name. */
export async function findConfirmationRequest(tx: EntityManager, lead: Lead): Promise<ConfirmationRequest> {
  const { tenantId, formId, pageId } = lead;
  const form = await tx.findOneBy(Form, { tenantId, id: formId });
  const site = await tx.findOneBy(SiteSetting, { tenantId });
  const brand = await tx.findOneBy(BrandKit, { tenantId });
  const page = pageId
    ? await tx.findOne(PublishedPage, { select: { language: true }, where: { tenantId, pageId } })
    : null;
  const tag = form?.language ?? page?.language ?? site?.language;
  return {
    lead,
    formName: plainName(form?.name ?? ''),
    language: languageOf(tag),
    sender: plainName(brand?.name ?? '') || plainName(site?.title ?? '') || null,
    brand,
  };
}

/** Ours for a tag such as `en-GB`; Portuguese for any other. */
function languageOf(tag: string | undefined): FormLanguage {
  return FORM_LANGUAGES.find((language) => tag?.toLowerCase().split('-')[0] === language) ?? 'pt';
}
