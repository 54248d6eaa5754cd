import { Injectable } from '@nestjs/common';
import { requestedLanguage } from '#libs/core/html';
import { Problem } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { Database, newId, violatedUnique, type Id } from '#libs/core/persistence';
import { AddressRepository } from '../users/address.repository.js';
import { VerificationMail } from '../addresses/verification-mail.js';
import { Blocklist } from '../blocklist/blocklist.js';
import { IdentityConfig } from '../config.js';
import { MailLimit } from '../mail/mail-limit.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { Tenant } from '../tenants/tenant.entity.js';
import { TenantsService } from '../tenants/tenants.service.js';
import { normalizeEmail, UserRepository } from '../users/user.repository.js';

export interface Registration {
  email: string;
  password: string;
  name: string;
  tenantName?: string;
  /** IP address of the client. */
  ip?: string;
}

export interface Registered {
  user: { id: Id<'usr'>; email: string; name: string };
  tenant: Tenant | null;
  /** The tenant could not be created; the user exists nevertheless. */
  tenantFailed: boolean;
}

export interface AccountOptions {
  operator?: boolean;
  verified?: boolean;
}

@Injectable()
export class RegistrationService {
  constructor(
    private readonly blocklist: Blocklist,
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly tenants: TenantsService,
    private readonly addresses: AddressRepository,
    private readonly verification: VerificationMail,
    private readonly limit: MailLimit,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * @throws Problem AlreadyExists if the address is taken, PermissionDenied if it or the client's network is blocked, or
   * if users may not register without an invitation
   */
  async register(registration: Registration): Promise<Registered> {
    this.assertSignup('open');
    await this.blocklist.assertSignupAllowed(registration.email, registration.ip ?? null);
    const user = await this.createUser(registration);
    const tenant = registration.tenantName ? await this.createTenant(user.id, registration.tenantName) : null;
    return { user, tenant, tenantFailed: registration.tenantName !== undefined && tenant === null };
  }

  /** @throws Problem PermissionDenied unless users may register in this way: without an invitation, or with one */
  assertSignup(way: 'open' | 'invite'): void {
    const { signup } = this.config;
    if (signup === 'open' || signup === way) return;
    const message = signup === 'invite' ? 'Registering needs an invitation' : 'Registering is closed';
    throw new Problem('PermissionDenied', { message });
  }

  /** The address is verified by a link in a mail, unless `verified` says that it is. @throws Problem AlreadyExists */
  async createUser(
    { email: text, password, name, ip }: Registration,
    { operator = false, verified = false }: AccountOptions = {},
  ): Promise<Registered['user']> {
    // Hashed before the address is looked up, so that a taken one takes no less time.
    const passwordHash = await this.hasher.hash(password);
    const [id, email] = [newId('usr'), normalizeEmail(text)];
    const address = { id: newId('adr'), userId: id, email, isPrimary: true, verifiedAt: verified ? new Date() : null };
    const user = { id, name, registeredIp: ip ?? null };
    const language = requestedLanguage() ?? null;
    const mayMail = !verified && (await this.mayMail(email));
    try {
      await this.database.system(async (tx) => {
        await this.addresses.deleteUnverified(tx, email);
        await this.users.insert(tx, { ...user, passwordHash, status: 'active', isOperator: operator, language });
        await this.addresses.insert(tx, address);
        if (mayMail) await this.verification.enqueue(tx, { ...user, registeredAt: new Date() }, address);
      });
    } catch (error) {
      if (violatedUnique(error) !== 'email_address__email__uq') throw error;
      throw new Problem('AlreadyExists', { message: 'There is an account with this e-mail address' });
    }
    return { id, email, name };
  }

  /** A registration does not fail for a mail: the user can ask for it again. */
  private async mayMail(email: string): Promise<boolean> {
    return this.limit.consume('verification', email).then(
      () => true,
      () => false,
    );
  }

  private async createTenant(ownerId: Id<'usr'>, name: string): Promise<Tenant | null> {
    try {
      return await this.tenants.create(ownerId, name);
    } catch (error) {
      logger.error('The tenant of a new user could not be created', { error, userId: ownerId });
      return null;
    }
  }
}
