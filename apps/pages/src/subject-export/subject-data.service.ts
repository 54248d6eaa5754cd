import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Lead } from '#libs/sites/forms';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { ItemCollector, type Subject, type SubjectData, type SubjectItem } from '#libs/privacy/data-rights';
import { LEADS_OF } from './subject-data.sql.js';

/** Collects the data that Pages holds about one person. */
@Injectable()
export class SubjectDataService {
  constructor(private readonly database: Database) {}

  async collect(tenantId: TenantId, { emails, phones, leadIds }: Subject, limit: number): Promise<SubjectData> {
    const lowered = emails.map((email) => email.toLowerCase());
    return this.database.tenant(tenantId, async (tx) => {
      const leadsOf = async (rows: number) => {
        const found = await many<{ id: string }>(tx, LEADS_OF, [tenantId, leadIds, lowered, phones, rows]);
        return tx.find(Lead, { where: { tenantId, id: In(found.map(({ id }) => id)) }, order: { id: 'desc' } });
      };
      return (await new ItemCollector(limit).add(leadsOf, toItem)).data;
    });
  }
}

function toItem(lead: Lead): SubjectItem {
  return {
    kind: 'lead',
    at: lead.occurredAt.toISOString(),
    fields: {
      id: lead.id,
      formulario_id: lead.formId,
      pagina_id: lead.pageId,
      id_externo: lead.externalId,
      fonte: lead.source,
      nome: lead.name,
      email: lead.email,
      email_status: lead.emailStatus,
      telefone: lead.phone,
      respostas: lead.values,
      origem: lead.origin,
      ip: lead.address,
      navegador: lead.userAgent,
      consentimento: lead.consent,
      texto_consentimento: lead.consentText,
      base_legal: lead.legalBasis,
      confirmado_em: lead.confirmedAt,
      confirmado_ip: lead.confirmedAddress,
      confirmado_navegador: lead.confirmedUserAgent,
      spam: lead.isSpam,
      motivos_spam: lead.spamReasons,
      recebido_em: lead.createdAt,
    },
  };
}
