import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Problem, invalidField } from '#libs/core/http';
import type { Id } from '#libs/core/persistence';
import { randomToken, sha256Hex } from '#libs/core/secrets';
import { Address } from '../users/address.entity.js';
import { inFuture } from '../time-conditions.js';
import { User } from '../users/user.entity.js';
import { LinkToken, type LinkPurpose } from './link-token.entity.js';

/** Time and place of a registration, for the owner of an address who may not have made the account. */
export interface AccountRegistration {
  registeredAt: Date;
  /** The IP address; null if unknown. */
  registeredIp: string | null;
}

/** The user and the address that a link was made for. */
export interface LinkSubject {
  userId: Id<'usr'>;
  addressId: Id<'adr'>;
}

export interface IssuedLink {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

export type LinkState = 'open' | 'used' | 'expired';

export interface FoundLink extends LinkSubject, AccountRegistration {
  state: LinkState;
  /** The address that it was sent to. */
  email: string;
  verified: boolean;
  /** The primary address of the user. */
  login: string;
}

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;

/** The tokens of links in mails. Only their hashes are stored. */
@Injectable()
export class LinkTokenRepository {
  async insert(tx: EntityManager, purpose: LinkPurpose, subject: LinkSubject, hours: number): Promise<IssuedLink> {
    const token = randomToken(TOKEN_BYTES);
    const expiresAt = new Date(Date.now() + hours * HOUR_MS);
    const { userId, addressId } = subject;
    await tx.insert(LinkToken, { tokenHash: sha256Hex(token), purpose, userId, addressId, expiresAt });
    return { token, expiresAt: expiresAt.toISOString() };
  }

  /** Marks a token as used; of several uses at the same moment one succeeds. @throws Problem InvalidParameter, Gone */
  async consume(tx: EntityManager, purpose: LinkPurpose, token: string): Promise<LinkToken> {
    const tokenHash = sha256Hex(token);
    const open = { tokenHash, purpose, usedAt: IsNull(), expiresAt: inFuture() };
    const { affected } = await tx.update(LinkToken, open, { usedAt: () => 'now()' });
    if (affected === 1) return tx.findOneByOrFail(LinkToken, { tokenHash });
    throw problemOf(await this.find(tx, purpose, token)) ?? new Problem('Gone');
  }

  /** Marks every other open token of this purpose of a user as used. */
  async consumeAll(tx: EntityManager, purpose: LinkPurpose, userId: Id<'usr'>): Promise<void> {
    await tx.update(LinkToken, { userId, purpose, usedAt: IsNull() }, { usedAt: () => 'now()' });
  }

  /** The open links that undo a change of the primary address. */
  listUndoable(tx: EntityManager, userId: Id<'usr'>): Promise<LinkToken[]> {
    return tx.findBy(LinkToken, { userId, purpose: 'address-change', usedAt: IsNull(), expiresAt: inFuture() });
  }

  /** Undefined for a token that was never sent or was purged, or whose address was deleted. */
  async find(tx: EntityManager, purpose: LinkPurpose, token: string): Promise<FoundLink | undefined> {
    const link = await tx.findOneBy(LinkToken, { tokenHash: sha256Hex(token), purpose });
    if (!link) return undefined;
    const { userId, addressId } = link;
    const addresses = await tx.findBy(Address, { userId });
    const address = addresses.find(({ id }) => id === addressId);
    const login = addresses.find(({ isPrimary }) => isPrimary);
    if (!address || !login) return undefined;
    const { createdAt: registeredAt, registeredIp } = await tx.findOneByOrFail(User, { id: userId });
    const { email, verifiedAt } = address;
    const state = { state: stateOf(link), email, verified: verifiedAt !== null, login: login.email };
    return { userId, addressId, ...state, registeredAt, registeredIp };
  }
}

/** Why a link cannot be used; undefined if it can. */
export function problemOf(link: FoundLink | undefined): Problem | undefined {
  if (!link) return invalidField('InvalidParameter', 'Token', 'is not one of a link that we sent');
  if (link.state === 'open') return undefined;
  return new Problem('Gone', { message: 'The link was used, or its time is over' });
}

function stateOf({ usedAt, expiresAt }: LinkToken): LinkState {
  if (usedAt) return 'used';
  return expiresAt.getTime() > Date.now() ? 'open' : 'expired';
}
