import { Injectable } from '@nestjs/common';
import { CredentialReader } from '#libs/core/auth';
import { isId, type TenantId } from '#libs/core/persistence';
import { invalidContactField } from './contact-problems.js';

/** The users who may look after contacts: members of the tenant. */
@Injectable()
export class Owners {
  constructor(private readonly credentials: CredentialReader) {}

  /** @throws Problem Unprocessable unless the user is a member; ServiceUnavailable if identity does not answer */
  async requireMember(tenantId: TenantId, userId: string): Promise<void> {
    const user = isId('usr', userId) ? await this.credentials.read('user', userId) : null;
    if (user?.active && user.memberships.some((membership) => membership.tenantId === tenantId)) return;
    throw invalidContactField('dono_id', 'dono_id deve ser um membro da conta.');
  }
}
