import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem } from '#libs/http';
import { newId, violatedUnique } from '#libs/persistence';
import { Admission } from '../admission/admission.js';
import { recordViewChanges } from '../credentials/view-changes.js';
import { ViewPublisher } from '../credentials/view-publisher.js';
import { SystemDatabase } from '../database/system-database.js';
import { MailLimit } from '../mail/mail-limit.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { auditPerson } from '../people/person-audit.js';
import { normalisedEmail, type Address } from '../people/person.repository.js';
import { VerificationService } from '../verification/verification.service.js';
import { AddressRepository, type LockedPerson } from './address.repository.js';

const MOST_ADDRESSES = 10;

/** The e-mail addresses of a person: one to sign in with, and further ones. */
@Injectable()
export class AddressService {
  constructor(
    private readonly system: SystemDatabase,
    private readonly admission: Admission,
    private readonly addresses: AddressRepository,
    private readonly verification: VerificationService,
    private readonly limit: MailLimit,
    private readonly outbox: MailOutbox,
    private readonly publisher: ViewPublisher,
  ) {}

  /**
   * Adds an address, unproved.
   * @throws Problem NotFound, AlreadyExists, InvalidParameter (too many), PermissionDenied (blocked), Throttling
   */
  async add(userId: string, text: string): Promise<Address> {
    const email = normalisedEmail(text);
    await this.takeMail(userId, email);
    return this.changing(userId, async (tx, person) => {
      if (person.addresses.some((address) => address.email === email)) throw taken('You have');
      const address = await this.insert(tx, person, email, false);
      const login = person.addresses.find(({ primary }) => primary);
      // An unproved address may be a stranger's by a slip of the finger.
      if (login?.verified) {
        await this.outbox.promise(tx, { kind: 'address-added', to: login.email, name: person.name, added: email });
      }
      await auditPerson(tx, 'address.added', userId, { after: { addressId: address.id } });
      return address;
    });
  }

  /** @throws Problem NotFound, Conflict for the address that the person signs in with */
  async remove(userId: string, addressId: string): Promise<void> {
    await this.changing(userId, async (tx, person) => {
      if (ownAddress(person, addressId).primary) {
        throw new Problem('Conflict', {
          message: 'This is the address to sign in with. Make another one primary first',
        });
      }
      await this.addresses.remove(tx, addressId);
      await auditPerson(tx, 'address.removed', userId, { before: { addressId } });
    });
  }

  /** The person signs in with it from then on. @throws Problem NotFound, Conflict while it is unproved */
  async makePrimary(userId: string, addressId: string): Promise<Address> {
    const address = await this.changing(userId, async (tx, person) => {
      const chosen = ownAddress(person, addressId);
      if (!chosen.verified) throw new Problem('Conflict', { message: 'The address is not verified' });
      if (!chosen.primary) await this.switchTo(tx, person, chosen);
      return { ...chosen, primary: true };
    });
    await this.publisher.enforce(changesOf(userId));
    return address;
  }

  /**
   * Makes an address the one to sign in with, known or not; a new one is unproved. What was proved before stays an address
   * of the person, and what was not is forgotten. Belongs into a transaction of its caller, who publishes the change.
   * @throws Problem AlreadyExists, InvalidParameter
   */
  async changeLogin(tx: PoolClient, person: LockedPerson, text: string): Promise<void> {
    const email = normalisedEmail(text);
    const former = person.addresses.find(({ primary }) => primary);
    if (former?.email === email) return;
    const known = person.addresses.find((address) => address.email === email);
    await this.switchTo(tx, person, known ?? (await this.insert(tx, person, email, true)));
    if (former && !former.verified) await this.addresses.remove(tx, former.id);
  }

  /**
   * Counts the mail that an address new to a person leads to, before anything is changed; one that they have, proved or
   * not, leads to none. One that operators have blocked is refused before it is looked up, so that the answer tells
   * nothing of who has it.
   * @throws Problem PermissionDenied (blocked), AlreadyExists, Throttling
   */
  async takeMail(userId: string, text: string): Promise<void> {
    const email = normalisedEmail(text);
    await this.admission.check(email, null);
    const owner = await this.addresses.ownerOf(email);
    if (owner?.userId === userId) return;
    if (owner?.holds) throw taken('Somebody has');
    await this.limit.take('verification', email, userId);
  }

  private async switchTo(tx: PoolClient, person: LockedPerson, chosen: Address): Promise<void> {
    const former = person.addresses.find(({ primary }) => primary);
    if (former) await this.addresses.setPrimary(tx, former.id, false);
    if (former?.verified) {
      const { name } = person;
      await this.outbox.promise(tx, { kind: 'address-changed', to: former.email, name, current: chosen.email });
    }
    await this.addresses.setPrimary(tx, chosen.id, true);
    await recordViewChanges(tx, changesOf(person.id));
    const change = { before: { addressId: former?.id }, after: { addressId: chosen.id } };
    await auditPerson(tx, 'login.changed', person.id, change);
  }

  /** A new address replaces the primary one when that was never proved, and so takes no place of its own. */
  private async insert(tx: PoolClient, person: LockedPerson, email: string, asLogin: boolean): Promise<Address> {
    const staying = person.addresses.filter(({ primary, verified }) => !asLogin || !primary || verified);
    if (staying.length >= MOST_ADDRESSES) throw tooMany();
    const address: Address = { id: newId('adr'), email, primary: false, verified: false };
    await this.addresses.displace(tx, email);
    await this.addresses.insert(tx, person.id, address).catch((cause: unknown) => {
      throw violatedUnique(cause) === 'email_address__email__uq' ? taken('Somebody has', cause) : cause;
    });
    await this.verification.promise(tx, { userId: person.id, name: person.name, address });
    return address;
  }

  private changing<T>(userId: string, work: (tx: PoolClient, person: LockedPerson) => Promise<T>): Promise<T> {
    return this.system.transaction(async (tx) => {
      const person = await this.addresses.lock(tx, userId);
      if (!person) throw new Problem('NotFound');
      return work(tx, person);
    });
  }
}

const changesOf = (userId: string) => [{ kind: 'user', name: userId }] as const;

function ownAddress({ addresses }: LockedPerson, id: string): Address {
  const address = addresses.find((one) => one.id === id);
  if (!address) throw new Problem('NotFound');
  return address;
}

function taken(who: 'Somebody has' | 'You have', cause?: unknown): Problem {
  return new Problem('AlreadyExists', { message: `${who} this e-mail address`, cause });
}

function tooMany(): Problem {
  const message = `A person has at most ${MOST_ADDRESSES} addresses`;
  return new Problem('InvalidParameter', { message, details: [{ Field: 'Email', Message: message }] });
}
