import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import { logger } from '#libs/observability';
import { newId, violatedUnique, type Id } from '#libs/persistence';
import { Admission } from '../admission/admission.js';
import { SystemDatabase } from '../database/system-database.js';
import { AddressRepository } from '../addresses/address.repository.js';
import { MailLimit } from '../mail/mail-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { Tenant } from '../tenants/tenant.entity.js';
import { TenantService } from '../tenants/tenant.service.js';
import { VerificationService } from '../verification/verification.service.js';
import { normalisedEmail, PersonRepository } from './person.repository.js';

export interface Registration {
  email: string;
  password: string;
  name: string;
  tenantName?: string;
  /** Where the request came from. */
  ip?: string;
}

export interface Registered {
  user: { id: Id<'usr'>; email: string; name: string };
  tenant: Tenant | null;
  /** A tenant was wanted and could not be made; the person exists all the same. */
  tenantFailed: boolean;
}

export interface AccountOptions {
  operator?: boolean;
  verified?: boolean;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly admission: Admission,
    private readonly system: SystemDatabase,
    private readonly people: PersonRepository,
    private readonly hasher: PasswordHasher,
    private readonly tenants: TenantService,
    private readonly addresses: AddressRepository,
    private readonly verification: VerificationService,
    private readonly limit: MailLimit,
  ) {}

  /** @throws Problem AlreadyExists when somebody has the address, PermissionDenied when it, or its place, is blocked */
  async register(registration: Registration): Promise<Registered> {
    await this.admission.checkSignup(registration.email, registration.ip ?? null);
    const user = await this.createPerson(registration);
    const tenant = registration.tenantName ? await this.tenantOrNull(user.id, registration.tenantName) : null;
    return { user, tenant, tenantFailed: registration.tenantName !== undefined && tenant === null };
  }

  /** The address is proved by a link in a mail to it, unless it is known to be. @throws Problem AlreadyExists */
  async createPerson(
    { email, password, name }: Registration,
    { operator = false, verified = false }: AccountOptions = {},
  ): Promise<Registered['user']> {
    // Hashed before the address is looked at, so that a taken one takes no less time.
    const passwordHash = await this.hasher.inPlace(() => this.hasher.hash(password));
    const user = { id: newId('usr'), email: normalisedEmail(email), name };
    const verifiedAt = verified ? new Date() : null;
    const person = { ...user, addressId: newId('adr'), passwordHash, status: 'active', operator, verifiedAt } as const;
    const mayMail = !verified && (await this.mayMail(user.email));
    try {
      await this.system.transaction(async (tx) => {
        await this.addresses.displace(tx, user.email);
        await this.people.insert(tx, person);
        const address = { id: person.addressId, email: user.email };
        if (mayMail) await this.verification.promise(tx, { userId: user.id, name, address });
      });
    } catch (error) {
      if (violatedUnique(error) !== 'email_address__email__uq') throw error;
      throw new Problem('AlreadyExists', { message: 'There is an account with this e-mail address' });
    }
    return user;
  }

  /** Registering does not fail for a mail: it can be asked for again. */
  private async mayMail(email: string): Promise<boolean> {
    return this.limit.take('verification', email).then(
      () => true,
      () => false,
    );
  }

  private async tenantOrNull(ownerId: Id<'usr'>, name: string): Promise<Tenant | null> {
    try {
      return await this.tenants.create(ownerId, name);
    } catch (error) {
      logger.error('The tenant of a new person could not be made', { error, userId: ownerId });
      return null;
    }
  }
}
