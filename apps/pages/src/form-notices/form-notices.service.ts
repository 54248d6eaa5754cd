import { Injectable } from '@nestjs/common';
import { recordAudit } from '#libs/core/audit';
import { CredentialReader } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import type { AnnouncedLeads, Form } from '#libs/sites/forms';
import { FormRepository } from '../forms/form.repository.js';
import { invalidNotices } from './form-notice-problems.js';
import type { FormNotice } from './form-notice.entity.js';
import { FormNoticeRepository, type NoticeSettings } from './form-notice.repository.js';

/** Who hears of the leads of a form. */
@Injectable()
export class FormNoticesService {
  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialReader,
    private readonly forms: FormRepository,
    private readonly notices: FormNoticeRepository,
  ) {}

  /** Null if nothing was ever set. */
  async find(tenantId: TenantId, formId: string): Promise<FormNotice | null> {
    return this.database.tenant(tenantId, (tx) => this.notices.find(tx, tenantId, formId));
  }

  /**
   * Replaces the settings. The runtime heeds them within two seconds.
   * @throws Problem NotFound; Unprocessable for a user who is no member or has no verified address, and for an answer that the
   * form cannot have; ServiceUnavailable if identity does not answer
   */
  async replace({ tenantId, id }: Form, settings: NoticeSettings): Promise<FormNotice> {
    await this.requireMembers(tenantId, settings.memberIds);
    return this.database.tenant(tenantId, async (tx) => {
      const form = await this.forms.find(tx, tenantId, id);
      if (!form || !(await this.forms.updateAnnounced(tx, tenantId, id, announcedBy(settings))))
        throw new Problem('NotFound');
      if (settings.answers) requireAddressField(form);
      await this.notices.upsert(tx, tenantId, id, settings);
      const { memberIds, includesSpam, answers, templateId } = settings;
      const after = { memberIds, includesSpam, answers, templateId };
      await recordAudit(tx, { action: 'form.notices-changed', object: { type: 'form', id }, tenantId, after });
      return (await this.notices.find(tx, tenantId, id))!;
    });
  }

  private async requireMembers(tenantId: TenantId, ids: readonly string[]): Promise<void> {
    for (const [index, userId] of ids.entries()) {
      const field = `avisos.membros[${index}]`;
      const user = isId('usr', userId) ? await this.credentials.read('user', userId) : null;
      const isMember = user?.active && user.memberships.some((membership) => membership.tenantId === tenantId);
      if (!isMember) throw invalidNotices(field, 'deve ser um membro da conta.');
      if (!user.verified) throw invalidNotices(field, 'ainda não confirmou o próprio endereço de e-mail.');
    }
  }
}

function requireAddressField({ fields }: Form): void {
  if (fields.some(({ type }) => type === 'email')) return;
  throw invalidNotices('resposta_automatica.ativa', 'precisa de um campo do tipo email no formulário.');
}

const announcedBy = ({ memberIds, includesSpam, answers }: NoticeSettings): AnnouncedLeads => {
  if (memberIds.length > 0 && includesSpam) return 'all';
  return memberIds.length > 0 || answers ? 'leads' : 'none';
};
