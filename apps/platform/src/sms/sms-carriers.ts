import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpSmsTransport, SandboxSms, SmppTransport, type ReceiptListener, type SmsTransport } from '#libs/sms';
import { PlatformConfig } from '../config.js';

/** Path on which an HTTP carrier reports what became of a message. */
export const SMS_CALLBACK_PATH = '/callbacks/sms';

/** Asks a carrier that speaks as Twilio does to repeat a report that could not be recorded; it is not sent with it. */
const REPEAT = '#rc=5&rp=all';

/** The carrier of this installation, and the sandbox that stands in for it with test keys. */
@Injectable()
export class SmsCarriers implements OnApplicationShutdown {
  private readonly sandbox = new SandboxSms();
  private readonly carrier: SmsTransport | undefined;

  constructor(private readonly config: PlatformConfig) {
    this.carrier = carrierOf(config);
  }

  /** Undefined where none is set up. */
  for(environment: 'live' | 'test'): SmsTransport | undefined {
    return environment === 'test' ? this.sandbox : this.carrier;
  }

  /** The carrier that reports over HTTP, if that is the kind that is set up. */
  get http(): HttpSmsTransport | undefined {
    return this.carrier instanceof HttpSmsTransport ? this.carrier : undefined;
  }

  /** What an HTTP carrier's signature may be over: the address that it was told to report to, with the fragment or without. */
  get callbackUrls(): string[] {
    const url = callbackUrlOf(this.config);
    return [url, `${url}${REPEAT}`];
  }

  /**
   * Calls the listener for each receipt. Listening binds to an SMPP carrier, which limits the binds of a customer, so only
   * processes that run queues do; an HTTP carrier reports to any process.
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

function callbackUrlOf({ publicUrl }: PlatformConfig): string {
  return `${publicUrl?.replace(/\/+$/, '') ?? ''}${SMS_CALLBACK_PATH}`;
}
