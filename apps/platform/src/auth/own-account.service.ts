import { Injectable } from '@nestjs/common';
import { currentSession } from '#libs/core/auth';
import { isPublicId, Problem } from '#libs/core/http';
import type { AddressResponse, MeResponse } from './dto/auth.responses.js';
import type { ChangePasswordRequest } from './dto/password.requests.js';
import type { UpdateProfilePatch } from './dto/profile.requests.js';
import { IdentityGateway } from './identity-gateway.js';
import { toAddressResponse, toMeResponse, type Address, type Profile } from './profile.js';

/** Outcome of a request for a mail that verifies an address; `verified`: the address needs none. */
export type Resent = 'queued' | 'verified';

/** The account of the session's user: name, addresses, password. Identity keeps it. */
@Injectable()
export class OwnAccountService {
  constructor(private readonly identity: IdentityGateway) {}

  async read(): Promise<MeResponse> {
    return toMeResponse(await this.identity.request<Profile>('GET', ownPath()));
  }

  /** @throws Problem MissingParameter without a field, Conflict for an address that another user has */
  async update({ Name, Email, Language, TimeZone }: UpdateProfilePatch): Promise<MeResponse> {
    const body = { name: Name?.trim(), email: Email, language: Language, timeZone: TimeZone };
    if (Object.values(body).every((value) => value === undefined)) {
      throw new Problem('MissingParameter', { message: 'Name, Email, Language or TimeZone is required' });
    }
    return toMeResponse(await this.identity.request<Profile>('PATCH', `${ownPath()}/profile`, body));
  }

  /** @throws Problem Conflict */
  async addAddress(email: string): Promise<AddressResponse> {
    return toAddressResponse(await this.identity.request<Address>('POST', `${ownPath()}/addresses`, { email }));
  }

  /** @throws Problem NotFound, Conflict for the primary one */
  async removeAddress(id: string): Promise<void> {
    await this.identity.request('DELETE', addressPath(id));
  }

  /** @throws Problem NotFound, Conflict for one that is not verified */
  async makePrimary(id: string): Promise<AddressResponse> {
    return toAddressResponse(await this.identity.request<Address>('POST', `${addressPath(id)}/primary`));
  }

  /** Sends the mail that verifies an address; the primary one if absent. @throws Problem NotFound, Throttling */
  async resend(id?: string): Promise<Resent> {
    const path = id === undefined ? ownPath() : addressPath(id);
    return (await this.identity.request<{ outcome: Resent }>('POST', `${path}/verification`)).outcome;
  }

  /** When it resolves, every other session of the user has ended. @throws Problem AuthorizationError, Throttling */
  async changePassword({ CurrentPassword, NewPassword }: ChangePasswordRequest): Promise<void> {
    const { sessionId } = currentSession();
    const body = { currentPassword: CurrentPassword, newPassword: NewPassword, sessionId };
    await this.identity.request('POST', `${ownPath()}/password`, body);
  }

  /** @throws Problem AuthorizationError, Throttling, Conflict for the only owner of a tenant with other members */
  async delete(password: string, code: string | undefined): Promise<void> {
    await this.identity.request('POST', `${ownPath()}/delete`, { password, code });
  }
}

const ownPath = (): string => `/internal/users/${currentSession().userId}`;

function addressPath(id: string): string {
  if (!isPublicId('adr', id)) throw new Problem('NotFound');
  return `${ownPath()}/addresses/${id}`;
}
