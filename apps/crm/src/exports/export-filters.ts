import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import type { ContactFilter } from '../contact-list/contact-filter.js';
import { ContactListService } from '../contact-list/contact-list.service.js';
import { toContactFilter } from '../contact-list/dto/contact-list.query.js';
import { type FilterParameters, inBody, parseFilterTexts } from '../contact-list/dto/filter-texts.js';

/** Reads the filters of exports, and what they find. */
@Injectable()
export class ExportFilters {
  constructor(private readonly contacts: ContactListService) {}

  /** @throws Problem Unprocessable for a filter that the list of contacts does not take */
  async parse(tenantId: TenantId, filters: FilterParameters): Promise<ContactFilter> {
    const { query, texts } = parseFilterTexts(filters);
    try {
      return await this.contacts.withCustom(tenantId, toContactFilter(query), texts);
    } catch (error) {
      throw inBody(error);
    }
  }

  /** How many contacts there are; at most `most`. */
  async count(tenantId: TenantId, filter: ContactFilter, most: number): Promise<number> {
    return this.contacts.count(tenantId, filter, most);
  }
}
