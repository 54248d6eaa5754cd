import type { EntityManager } from 'typeorm';
import { plainName } from '#libs/messaging/notices';
import { BrandKit, PublishedPage, SiteSetting } from '#libs/sites/sites';
import { FORM_LANGUAGES, type FormLanguage } from '../form-definition.js';
import { Form } from '../form.entity.js';
import type { Lead } from '../lead.entity.js';

/** Shown by mails and pages about the leads of a form, beside the lead. */
export interface FormContext {
  formName: string;
  language: FormLanguage;
  /** Who asks: the name of the brand, else of the site; null without either. */
  sender: string | null;
  brand: Pick<BrandKit, 'primaryColor' | 'onPrimaryColor'> | null;
  /** Title of the published page; null without one. */
  pageTitle: string | null;
}

/** All that a mail or a page about a confirmation shows. */
export interface ConfirmationRequest extends FormContext {
  lead: Lead;
}

/** Reads what belongs to a lead. Forms that are deleted still have their name. */
export async function findConfirmationRequest(tx: EntityManager, lead: Lead): Promise<ConfirmationRequest> {
  return { lead, ...(await findFormContext(tx, lead)) };
}

/** Reads what belongs to a form, as a visitor of the page sees it. */
export async function findFormContext(
  tx: EntityManager,
  { tenantId, formId, pageId }: Pick<Lead, 'tenantId' | 'formId' | 'pageId'>,
): Promise<FormContext> {
  const form = await tx.findOneBy(Form, { tenantId, id: formId });
  const site = await tx.findOneBy(SiteSetting, { tenantId });
  const brand = await tx.findOneBy(BrandKit, { tenantId });
  const page = pageId
    ? await tx.findOne(PublishedPage, { select: { language: true, title: true }, where: { tenantId, pageId } })
    : null;
  const tag = form?.language ?? page?.language ?? site?.language;
  return {
    formName: plainName(form?.name ?? ''),
    language: languageOf(tag),
    sender: plainName(brand?.name ?? '') || plainName(site?.title ?? '') || null,
    brand,
    pageTitle: page?.title ?? null,
  };
}

/** Ours for a tag such as `en-GB`; Portuguese for any other. */
function languageOf(tag: string | undefined): FormLanguage {
  return FORM_LANGUAGES.find((language) => tag?.toLowerCase().split('-')[0] === language) ?? 'pt';
}
