import { Injectable } from '@nestjs/common';
import { FormMark, NATIVE_INPUTS, type Form } from '#libs/sites/forms';
import { Problem } from '#libs/core/http';
import { isUnavailable, type TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import type { ServedPage } from '../../addresses/served-page.js';
import { SiteRepository } from '../../sites/site.repository.js';
import { SuspendedTenants } from '../../sites/suspended-tenants.js';
import { FormCache } from '../forms/form-cache.js';
import type { Inputs } from './native-body.js';

/** Time in which a form counts after its author has replaced, moved or unpublished the page (seconds). */
const OPEN_SECONDS = 24 * 3_600;
const RETRY_AFTER = '5';

/** A form that a visitor sent, and the page that it was in. */
export interface SentForm {
  form: Form;
  pageId: string;
  /** Language of the page, such as `pt-BR`. */
  language: string;
  /** Whether the page still is at the address. */
  isHere: boolean;
  /** The page there and the version of it that the form was in; null for a page that is the same for all visitors. */
  from: { page: ServedPage; version: number } | null;
  /** The version of the page that the form was in; null if the form has no mark of it. */
  version: number | null;
}

/**
 * Tells which form a visitor sent. The page at the address decides; but what a visitor has open, its author may have changed
 * meanwhile, and then the signed mark in the form decides, whatever is at the address.
 */
@Injectable()
export class SentForms {
  private readonly marks: FormMark;

  constructor(
    private readonly forms: FormCache,
    private readonly sites: SiteRepository,
    private readonly tenants: SuspendedTenants,
    secrets: SecretBox,
  ) {
    this.marks = new FormMark(secrets);
  }

  /** Null if no form is known by the address or by its mark. @throws Problem TenantSuspended, ServiceUnavailable */
  async find(page: ServedPage | null, inputs: Inputs): Promise<SentForm | null> {
    const id = inputs.get(NATIVE_INPUTS.form)?.at(-1);
    const mark = inputs.get(NATIVE_INPUTS.mark)?.at(-1) ?? '';
    const here = page ? await this.listForms(page.formIds) : [];
    const named = here.find((form) => form.id === id);
    const isOfPage = FormMark.pageIn(mark) === undefined || FormMark.pageIn(mark) === page?.pageId;
    if (page && named && isOfPage) return this.sentHere(page, named, mark);
    const marked = id === undefined ? null : await this.findMarked(id, mark);
    if (marked) return marked;
    const form = named ?? here[0];
    return page && form ? this.sentHere(page, form, mark) : null;
  }

  private sentHere(page: ServedPage, form: Form, mark: string): SentForm {
    const { pageId, language, split } = page;
    const version = this.marks.read(form.tenantId, form.id, mark)?.version ?? null;
    return { form, pageId, language, isHere: true, from: split && version ? { page, version } : null, version };
  }

  private async findMarked(formId: string, mark: string): Promise<SentForm | null> {
    const form = await this.forms.find(formId);
    const version = form && this.marks.read(form.tenantId, formId, mark);
    if (!version) return null;
    const language = await this.findOpen(form.tenantId, version);
    if (language === undefined) return null;
    if (await this.tenants.isSuspended(form.tenantId)) throw new Problem('TenantSuspended');
    return { form, pageId: version.pageId, language, isHere: false, from: null, version: version.version };
  }

  private async findOpen(
    tenantId: TenantId,
    version: { pageId: string; version: number },
  ): Promise<string | undefined> {
    try {
      return await this.sites.findOpenVersion(tenantId, version, OPEN_SECONDS);
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
    }
  }

  /** Finds the forms of a page that are not deleted. */
  private async listForms(ids: readonly string[]): Promise<Form[]> {
    const forms = await Promise.all(ids.map((id) => this.forms.find(id)));
    return forms.filter((form) => form !== null);
  }
}
