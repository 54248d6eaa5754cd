import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Problem, refusedField } from '#libs/http';
import type { Id } from '#libs/persistence';
import { randomToken, sha256Hex } from '#libs/secrets';
import { SystemDatabase, type Executor } from '../database/system-database.js';

export type LinkPurpose = 'verification' | 'password-reset';

/** Whom a link was made for. */
export interface LinkSubject {
  userId: Id<'usr'>;
  addressId: Id<'adr'>;
}

export interface IssuedLink {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Somebody who opens a link late is told that it is too old, and not that there is none. */
const KNOWN_AFTER = '30 days';
/** How many that are forgotten go with each one that is made, so that they do not pile up. */
const SWEPT_AT_ONCE = 20;

export type LinkState = 'open' | 'used' | 'expired';

/** What a link is about, for whoever has it. */
export interface FoundLink extends LinkSubject {
  state: LinkState;
  /** The address that it was sent to. */
  email: string;
  verified: boolean;
  /** The address that the person signs in with. */
  login: string;
}

/** The tokens that links of mail carry. Only their hashes are kept; used and late ones are known for a month. */
@Injectable()
export class LinkTokenRepository {
  constructor(private readonly system: SystemDatabase) {}

  async issue(
    tx: Executor,
    purpose: LinkPurpose,
    { userId, addressId }: LinkSubject,
    hours: number,
  ): Promise<IssuedLink> {
    const token = randomToken(TOKEN_BYTES);
    const expiresAt = new Date(Date.now() + hours * HOUR_MS);
    await tx.query(
      `delete from link_token where token_hash in
         (select token_hash from link_token where expires_at < now() - interval '${KNOWN_AFTER}' limit ${SWEPT_AT_ONCE} for update skip locked)`,
    );
    await tx.query(
      `insert into link_token (token_hash, purpose, user_id, address_id, expires_at) values ($1, $2, $3, $4, $5)`,
      [sha256Hex(token), purpose, userId, addressId, expiresAt],
    );
    return { token, expiresAt: expiresAt.toISOString() };
  }

  /** Uses a token up: of several at the same moment one wins. @throws Problem InvalidParameter, Gone */
  async use(tx: PoolClient, purpose: LinkPurpose, token: string): Promise<LinkSubject> {
    const { rows } = await tx.query<LinkSubject>(
      `update link_token set used_at = now()
        where token_hash = $1 and purpose = $2 and used_at is null and expires_at > now()
        returning user_id as "userId", address_id as "addressId"`,
      [sha256Hex(token), purpose],
    );
    const [subject] = rows;
    if (!subject) throw (await this.whyNot(purpose, token)) ?? new Problem('Gone');
    return subject;
  }

  /** Uses up every other open token of this purpose that a person has. */
  async useUp(tx: PoolClient, purpose: LinkPurpose, userId: string): Promise<void> {
    await tx.query(`update link_token set used_at = now() where user_id = $1 and purpose = $2 and used_at is null`, [
      userId,
      purpose,
    ]);
  }

  /** Before what it takes to do is done: the use itself decides. @throws Problem InvalidParameter, Gone */
  async demandUsable(purpose: LinkPurpose, token: string): Promise<void> {
    const problem = await this.whyNot(purpose, token);
    if (problem) throw problem;
  }

  /** Undefined for a token that was never sent, that was forgotten, or whose address is gone. */
  async find(purpose: LinkPurpose, token: string): Promise<FoundLink | undefined> {
    const [link] = await this.system.query<FoundLink>(
      `select l.user_id as "userId", l.address_id as "addressId", a.email, a.verified_at is not null as verified,
              login.email as login,
              case when l.used_at is not null then 'used' when l.expires_at > now() then 'open' else 'expired' end as state
         from link_token l join email_address a on a.id = l.address_id
         join email_address login on login.user_id = l.user_id and login.is_primary
        where l.token_hash = $1 and l.purpose = $2`,
      [sha256Hex(token), purpose],
    );
    return link;
  }

  private async whyNot(purpose: LinkPurpose, token: string): Promise<Problem | undefined> {
    const link = await this.find(purpose, token);
    if (!link) return refusedField('InvalidParameter', 'Token', 'is not one of a link that we sent');
    if (link.state === 'open') return undefined;
    return new Problem('Gone', { message: 'The link was used, or its time is over' });
  }
}
