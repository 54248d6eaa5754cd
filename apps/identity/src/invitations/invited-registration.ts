import { Injectable } from '@nestjs/common';
import { refusedField } from '#libs/http';
import { Admission } from '../admission/admission.js';
import { RegistrationService } from '../people/registration.service.js';
import type { MemberTenant } from '../tenants/tenant.repository.js';
import { AcceptanceService, refuseOver } from './acceptance.service.js';
import { InvitationRepository } from './invitation.repository.js';

export interface InvitedPerson {
  name: string;
  password: string;
  /** Where the request came from. */
  ip: string | null;
}

/** Makes an account for somebody who was invited and has none. */
@Injectable()
export class InvitedRegistration {
  constructor(
    private readonly admission: Admission,
    private readonly invitations: InvitationRepository,
    private readonly registration: RegistrationService,
    private readonly acceptance: AcceptanceService,
  ) {}

  /**
   * The account is for the address of the invitation, which is proved by the token, and becomes a member at once. Should
   * the invitation be revoked in that very moment, the account stays.
   * @throws Problem InvalidParameter (no such token), Gone (used, revoked or too late), AlreadyExists (somebody has the
   * address), PermissionDenied (blocked, or from a data centre), TenantSuspended, Conflict (the tenant is full), Throttling
   */
  async join(token: string, { name, password, ip }: InvitedPerson): Promise<MemberTenant> {
    const invitation = await this.invitations.findByToken(token);
    if (!invitation) throw refusedField('InvalidParameter', 'Token', 'is not one of an invitation');
    refuseOver(invitation);
    const { email } = invitation;
    await this.admission.checkSignup(email, ip);
    const { id } = await this.registration.createPerson({ email, password, name }, { verified: true });
    return this.acceptance.accept(id, token);
  }
}
