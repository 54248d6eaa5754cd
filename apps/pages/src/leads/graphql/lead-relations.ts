import { Injectable } from '@nestjs/common';
import type { Form, LeadFile } from '#libs/sites/forms';
import { TenantLoader } from '#libs/core/graphql';
import { FormsService } from '../../forms/forms.service.js';
import type { PlacedPage } from '../../pages/page-places.js';
import { PagesService } from '../../pages/pages.service.js';
import { LeadsService } from '../leads.service.js';

/** Loads the forms, pages and files of leads, each for all leads of a list at once. */
@Injectable()
export class LeadRelations {
  readonly forms: TenantLoader<string, Form>;
  readonly pages: TenantLoader<string, PlacedPage>;
  /** Files by the id of their lead. */
  readonly files: TenantLoader<string, LeadFile[]>;

  constructor(forms: FormsService, pages: PagesService, leads: LeadsService) {
    this.forms = new TenantLoader(
      (tenantId, ids) => forms.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.pages = new TenantLoader(
      (tenantId, ids) => pages.listByIds(tenantId, ids),
      ({ page }) => page.id,
    );
    this.files = new TenantLoader(
      (tenantId, ids) => leads.listFilesOf(tenantId, ids),
      ([first]) => first!.leadId,
    );
  }
}
