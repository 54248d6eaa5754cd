import { Injectable } from '@nestjs/common';
import type { Id, TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import type { MessageRef } from '../../feedback/return-paths/return-path.js';

const VERSION = 1;
const ID_BYTES = 8;
const HEAD_BYTES = 1 + 2 * ID_BYTES;
/** 96 bits: enough against years of guessing over HTTP. */
const MAC_BYTES = 12;
/** The longest link; mail programs and proxies break longer ones. */
const MAX_TOKEN_LENGTH = 2_600;

type Kind = 'click' | 'open' | 'unsubscribe' | 'preferences' | 'receipt';

const PATH: Record<Kind, string> = {
  click: 't/c',
  open: 't/o',
  unsubscribe: 't/u',
  preferences: 't/p',
  receipt: 't/r',
};

const MAX_TOKEN_BYTES = (MAX_TOKEN_LENGTH * 3) / 4;

/** A token as it stands in a link, or its bytes. */
type Token = string | Buffer;

/** A push message and its tenant. */
export interface PushRef {
  tenantId: TenantId;
  messageId: Id<'psh'>;
}

/** The contents of a click token. */
export interface Click {
  ref: MessageRef;
  url: string;
}

/**
 * The tracking links in mail, and the addresses to which devices confirm push messages. The token contains everything that the answer needs, so there is no look-up. Its MAC
 * prevents open redirects. Layout, as base64url: version (1 byte), tenant (8), message (8), the URL of a click, MAC (12).
 */
@Injectable()
export class TrackingLinks {
  private readonly base: string | undefined;

  constructor(
    private readonly secrets: SecretBox,
    { publicUrl }: PlatformConfig,
  ) {
    this.base = publicUrl?.replace(/\/+$/, '');
  }

  /** Whether a public URL is configured, so that mail can have links. */
  get areOn(): boolean {
    return this.base !== undefined;
  }

  /** Whether a URL is a tracking link of this installation. */
  isOwn(url: string): boolean {
    return this.base !== undefined && url.startsWith(`${this.base}/t/`);
  }

  /** The tracking link to `url`; null for a URL that is too long. */
  click(ref: MessageRef, url: string): string | null {
    const token = this.token('click', ref, url);
    return token.length > MAX_TOKEN_LENGTH ? null : this.link('click', token);
  }

  /** The URL of the picture that mail programs fetch when the mail is opened. */
  open(ref: MessageRef): string {
    return this.link('open', `${this.token('open', ref)}.gif`);
  }

  unsubscribe(ref: MessageRef): string {
    return this.link('unsubscribe', this.token('unsubscribe', ref));
  }

  /** Address of the page on which the recipient chooses what it gets. */
  preferences(ref: MessageRef): string {
    return this.link('preferences', this.token('preferences', ref));
  }

  /** Path of that page, for links on our own pages. */
  preferencesPath(ref: MessageRef): string {
    return `/${PATH.preferences}/${this.token('preferences', ref)}`;
  }

  /** Undefined without a public URL. */
  receipt(ref: PushRef): string | undefined {
    return this.areOn ? this.link('receipt', this.token('receipt', ref)) : undefined;
  }

  /** Null for a token that this installation did not write. */
  verifyReceipt(token: string): PushRef | null {
    const ids = this.verified('receipt', token);
    return ids && !ids.url ? { tenantId: `acc_${ids.tenant}`, messageId: `psh_${ids.message}` } : null;
  }

  /** Null for a token that this installation did not write. */
  verifyClick(token: Token): Click | null {
    return this.verify('click', token);
  }

  verifyOpen(token: Token): MessageRef | null {
    return this.verify('open', token)?.ref ?? null;
  }

  verifyUnsubscribe(token: string): MessageRef | null {
    return this.verify('unsubscribe', token)?.ref ?? null;
  }

  verifyPreferences(token: string): MessageRef | null {
    return this.verify('preferences', token)?.ref ?? null;
  }

  private link(kind: Kind, token: string): string {
    return `${this.base}/${PATH[kind]}/${token}`;
  }

  private token(kind: Kind, { tenantId, messageId }: MessageRef | PushRef, url = ''): string {
    const mac = this.secrets.mac(purposeOf(kind), tenantId, messageId, url).subarray(0, MAC_BYTES);
    const ids = Buffer.from(tenantId.slice(4) + messageId.slice(4), 'hex');
    return Buffer.concat([Buffer.of(VERSION), ids, Buffer.from(url, 'utf8'), mac]).toString('base64url');
  }

  private verify(kind: Exclude<Kind, 'receipt'>, token: Token): Click | null {
    const ids = this.verified(kind, token);
    return ids && { ref: { tenantId: `acc_${ids.tenant}`, messageId: `msg_${ids.message}` }, url: ids.url };
  }

  private verified(kind: Kind, token: Token): { tenant: string; message: string; url: string } | null {
    const bytes = typeof token === 'string' ? Buffer.from(token, 'base64url') : token;
    if (bytes.length > MAX_TOKEN_BYTES || bytes.length < HEAD_BYTES + MAC_BYTES || bytes[0] !== VERSION) return null;
    const ids = bytes.toString('hex', 1, HEAD_BYTES);
    const url = bytes.toString('utf8', HEAD_BYTES, bytes.length - MAC_BYTES);
    const [tenant, message] = [ids.slice(0, 16), ids.slice(16)];
    const mac = bytes.subarray(bytes.length - MAC_BYTES);
    const id = `${kind === 'receipt' ? 'psh' : 'msg'}_${message}`;
    return this.secrets.verifyMac(purposeOf(kind), mac, `acc_${tenant}`, id, url) ? { tenant, message, url } : null;
  }
}

const purposeOf = (kind: Kind) => (kind === 'receipt' ? 'push.receipt' : `email.${kind}`);
