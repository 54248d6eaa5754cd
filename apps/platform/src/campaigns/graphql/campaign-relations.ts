import { Injectable } from '@nestjs/common';
import { TenantLoader } from '#libs/core/graphql';
import type { ContactList } from '../../lists/contact-list.entity.js';
import { ListsService } from '../../lists/lists.service.js';
import type { Template } from '../../templates/template.entity.js';
import { TemplatesService } from '../../templates/templates.service.js';

/** Loads the lists and templates of campaigns, for all items of a page at once. */
@Injectable()
export class CampaignRelations {
  readonly lists: TenantLoader<string, ContactList>;
  readonly templates: TenantLoader<string, Template>;

  constructor(lists: ListsService, templates: TemplatesService) {
    this.lists = new TenantLoader(
      (tenantId, ids) => lists.listByIds(tenantId, ids),
      ({ id }) => id,
    );
    this.templates = new TenantLoader(
      async (tenantId, ids) => [...(await templates.listByIds(tenantId, ids)).values()],
      ({ id }) => id,
    );
  }
}
