import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { CompanyPerson } from '../companies/company-person.entity.js';
import type { Contact } from '../contacts/contact.entity.js';
import { LeadReceipt } from '../leads/lead-receipt.entity.js';

/** The role at a company of a contact without a job title. */
const ROLE = 'contato';

/** A secondary link that the kept contact got. */
export interface MovedLink {
  companyId: string;
  role: string;
}

/** A lead that the kept contact got. */
export interface MovedLead {
  leadId: string;
  hasPrimaryEmail: boolean;
}

/** The companies and the leads of contacts that are merged. */
@Injectable()
export class MergeLinks {
  /** Links the kept contact to the companies of the other, which keeps its links for an undo. */
  async copyCompanies(tx: EntityManager, kept: Contact, other: Contact): Promise<MovedLink[]> {
    const { tenantId } = kept;
    const links = await tx.findBy(CompanyPerson, { tenantId, contactId: In([kept.id, other.id]) });
    const known = new Set(links.flatMap(({ contactId, companyId }) => (contactId === kept.id ? companyId : [])));
    if (kept.companyId) known.add(kept.companyId);
    const given: MovedLink[] = links.filter(({ contactId }) => contactId === other.id);
    if (other.companyId && !given.some(({ companyId }) => companyId === other.companyId))
      given.push({ companyId: other.companyId, role: other.jobTitle ?? ROLE });
    const added = given.flatMap(({ companyId, role }) => (known.has(companyId) ? [] : { companyId, role }));
    if (added.length > 0)
      await tx.insert(
        CompanyPerson,
        added.map((link) => ({ ...link, tenantId, contactId: kept.id })),
      );
    return added;
  }

  /** A link with another role since was changed by a user, and stays. */
  async removeCompanies(tx: EntityManager, { tenantId, id: contactId }: Contact, links: MovedLink[]): Promise<void> {
    for (const link of links) await tx.delete(CompanyPerson, { tenantId, contactId, ...link });
  }

  /** @param takesEmail whether the e-mail address of the other is the primary one from now on */
  async moveLeads(tx: EntityManager, kept: Contact, other: Contact, takesEmail: boolean): Promise<MovedLead[]> {
    const where = { tenantId: kept.tenantId, contactId: other.id };
    const leads = await tx.findBy(LeadReceipt, where);
    await tx.update(LeadReceipt, where, { contactId: kept.id, ...(!takesEmail && { hasPrimaryEmail: false }) });
    return leads.map(({ leadId, hasPrimaryEmail }) => ({ leadId, hasPrimaryEmail }));
  }

  async returnLeads(tx: EntityManager, kept: Contact, other: Contact, leads: readonly MovedLead[]): Promise<void> {
    for (const hasPrimaryEmail of [true, false]) {
      const leadIds = leads.flatMap((lead) => (lead.hasPrimaryEmail === hasPrimaryEmail ? lead.leadId : []));
      const where = { tenantId: kept.tenantId, contactId: kept.id, leadId: In(leadIds) };
      if (leadIds.length > 0) await tx.update(LeadReceipt, where, { contactId: other.id, hasPrimaryEmail });
    }
  }
}
