import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  HttpSmsTransport,
  SandboxSms,
  SmppTransport,
  type InboundListener,
  type ReceiptListener,
  type SmsTransport,
} from '#libs/messaging/sms';
import { PlatformConfig } from '../config.js';
import { SMS_CALLBACK_PATH } from '../limits/public-paths.js';

/** A URL fragment that makes Twilio retry a failed callback. Twilio does not send it. */
export const REPEAT = '#rc=5&rp=all';

/** The carrier of this installation, and the sandbox for test keys. */
@Injectable()
export class SmsCarriers implements OnApplicationShutdown {
  private readonly sandbox = new SandboxSms();
  private readonly carrier: SmsTransport | undefined;

  constructor(private readonly config: PlatformConfig) {
    this.carrier = carrierOf(config);
  }

  /** Undefined if none is configured. */
  for(environment: 'live' | 'test'): SmsTransport | undefined {
    return environment === 'test' ? this.sandbox : this.carrier;
  }

  /** The configured carrier if it reports over HTTP. */
  get http(): HttpSmsTransport | undefined {
    return this.carrier instanceof HttpSmsTransport ? this.carrier : undefined;
  }

  /** The URLs that an HTTP carrier may sign: the callback with the fragment and without. */
  get callbackUrls(): string[] {
    const url = callbackUrlOf(this.config);
    return [url, `${url}${REPEAT}`];
  }

  /** The URL that an HTTP carrier signs for a text that comes in. */
  get inboundUrl(): string {
    return `${callbackUrlOf(this.config)}/inbound`;
  }

  /** Calls the listener for each text of an SMPP carrier. Call it before {@link onReceipt}, which opens the link. */
  onInbound(listener: InboundListener): void {
    if (this.carrier instanceof SmppTransport) this.carrier.onInbound(listener);
  }

  /**
   * Calls the listener for each receipt of an SMPP carrier, in processes that run queues: carriers limit the number of
   * binds. An HTTP carrier reports to any process.
   */
  onReceipt(listener: ReceiptListener): void {
    this.sandbox.onReceipt(listener);
    if (this.config.runsQueues || this.http) this.carrier?.onReceipt(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.carrier?.close()]);
  }
}

function carrierOf(config: PlatformConfig): SmsTransport | undefined {
  const { smsUrl, smsFrom: from } = config;
  if (!smsUrl) return undefined;
  const url = new URL(smsUrl);
  if (url.protocol.startsWith('smpp')) return new SmppTransport({ url: smsUrl, from });
  const accountSid = decodeURIComponent(url.username);
  const authToken = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  const statusCallback = config.publicUrl ? () => `${callbackUrlOf(config)}${REPEAT}` : undefined;
  return new HttpSmsTransport({ baseUrl: url.href, accountSid, authToken, from, statusCallback });
}

/** The address of the callback; without a public address it is a path. */
export function callbackUrlOf({ publicUrl }: Pick<PlatformConfig, 'publicUrl'>): string {
  return `${publicUrl?.replace(/\/+$/, '') ?? ''}${SMS_CALLBACK_PATH}`;
}
