import { Injectable } from '@nestjs/common';
import { SecretBox } from '#libs/secrets';
import { PlatformConfig } from '../config.js';
import type { MessageRef } from '../feedback/return-path.js';

const VERSION = 1;
const ID_BYTES = 8;
const HEAD_BYTES = 1 + 2 * ID_BYTES;
/** 96 bits: a link can be tried at the speed of HTTP, for years. */
const MAC_BYTES = 12;
/** Longer links break in mail programs and proxies. */
const LONGEST_TOKEN = 2_600;

type Kind = 'click' | 'open' | 'unsubscribe';

const PATH: Record<Kind, string> = { click: 't/c', open: 't/o', unsubscribe: 't/u' };

/** What a click link was made for. */
export interface Click {
  ref: MessageRef;
  url: string;
}

/**
 * The links that this installation puts into mail. The token holds all that answering needs, and only this installation
 * can make its MAC: no look-up before the answer, and no open redirect. Layout, as base64url: version (1 byte), tenant (8), message (8), the URL of a click, MAC (12).
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

  /** Whether the installation knows how recipients reach it, and so can put links into mail. */
  get areOn(): boolean {
    return this.base !== undefined;
  }

  /** Whether a URL is a tracking link of this installation. */
  isOwn(url: string): boolean {
    return this.base !== undefined && url.startsWith(`${this.base}/t/`);
  }

  /** A link that leads to `url` and is counted; null for a URL that is too long for one. */
  click(ref: MessageRef, url: string): string | null {
    const token = this.token('click', ref, url);
    return token.length > LONGEST_TOKEN ? null : this.link('click', token);
  }

  /** The picture that mail programs fetch when the mail is opened. */
  open(ref: MessageRef): string {
    return this.link('open', `${this.token('open', ref)}.gif`);
  }

  unsubscribe(ref: MessageRef): string {
    return this.link('unsubscribe', this.token('unsubscribe', ref));
  }

  /** Null for a token that this installation did not write. */
  readClick(token: string): Click | null {
    return this.read('click', token);
  }

  readOpen(token: string): MessageRef | null {
    return this.read('open', token)?.ref ?? null;
  }

  readUnsubscribe(token: string): MessageRef | null {
    return this.read('unsubscribe', token)?.ref ?? null;
  }

  private link(kind: Kind, token: string): string {
    return `${this.base}/${PATH[kind]}/${token}`;
  }

  private token(kind: Kind, { tenantId, messageId }: MessageRef, url = ''): string {
    const mac = this.secrets.mac(purposeOf(kind), tenantId, messageId, url).subarray(0, MAC_BYTES);
    const ids = Buffer.from(tenantId.slice(4) + messageId.slice(4), 'hex');
    return Buffer.concat([Buffer.of(VERSION), ids, Buffer.from(url, 'utf8'), mac]).toString('base64url');
  }

  private read(kind: Kind, token: string): Click | null {
    if (token.length > LONGEST_TOKEN) return null;
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes[0] !== VERSION) return null;
    const ids = bytes.toString('hex', 1, HEAD_BYTES);
    const url = bytes.toString('utf8', HEAD_BYTES, bytes.length - MAC_BYTES);
    const ref: MessageRef = { tenantId: `acc_${ids.slice(0, 16)}`, messageId: `msg_${ids.slice(16)}` };
    const mac = bytes.subarray(bytes.length - MAC_BYTES);
    return this.secrets.verifyMac(purposeOf(kind), mac, ref.tenantId, ref.messageId, url) ? { ref, url } : null;
  }
}

const purposeOf = (kind: Kind) => `email.${kind}`;
