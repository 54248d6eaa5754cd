import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { FormsService } from '../forms/forms.service.js';
import type { PlacedPage } from '../pages/page-places.js';
import { PagesService } from '../pages/pages.service.js';
import type { ImportPageRequest } from './import.dto.js';
import { toImportedPage } from './imported-page.js';

/** Makes pages of documents and of templates. */
@Injectable()
export class ImportingService {
  constructor(
    private readonly pages: PagesService,
    private readonly forms: FormsService,
  ) {}

  /** @throws Problem Unprocessable for a form that the tenant does not have: the page could not be published with it */
  async import(tenantId: TenantId, body: ImportPageRequest): Promise<PlacedPage> {
    const page = toImportedPage(body);
    const { formulario_id: formId } = body;
    if (formId !== undefined) await this.forms.require(tenantId, formId, 'formulario_id');
    return this.pages.create(tenantId, page);
  }
}
