import { TenantResponse } from './dto/member-tenant.responses.js';
import type { MemberTenant } from './member-tenant.js';
import type { AddressResponse, MeResponse } from './dto/auth.responses.js';

export interface Address {
  id: string;
  email: string;
  primary: boolean;
  verified: boolean;
}

/** A user as identity describes it. */
export interface Profile {
  id: string;
  name: string;
  operator: boolean;
  language: string | null;
  chosenLanguage: string | null;
  timeZone: string | null;
  addresses: Address[];
  tenants: MemberTenant[];
}

export function toMeResponse(profile: Profile): MeResponse {
  const { id, name, operator, language, chosenLanguage, timeZone, addresses, tenants } = profile;
  const primary = addresses.find((address) => address.primary);
  return {
    UserId: id,
    Email: primary?.email ?? '',
    Name: name,
    EmailVerified: primary?.verified ?? false,
    Operator: operator,
    Language: language,
    ChosenLanguage: chosenLanguage,
    TimeZone: timeZone,
    Emails: addresses.map(toAddressResponse),
    Tenants: tenants.map(TenantResponse.of),
  };
}

export function toAddressResponse({ id, email, primary, verified }: Address): AddressResponse {
  return { Id: id, Email: email, Primary: primary, Verified: verified };
}
