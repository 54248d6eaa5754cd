import { createPrivateKey, generateKeyPair, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database, exec, maybe } from '#libs/core/persistence';
import { SecretBox, selfSignedCertificate } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { FIND_SIGNING_KEY, INSERT_SIGNING_KEY } from './signing-key.sql.js';
import { signedText, type SnsNotification } from './sns-notification.js';

/** Path of the certificate. Receivers want a name that ends so. */
export const CERTIFICATE_PATH = '.well-known/webhooks.pem';

const OWNER = 'platform';
const PURPOSE = 'webhook signing key';
const BITS = 2_048;
/** The certificate has no other use, and what it signed is verified as long as it is kept: it is never renewed. */
const YEARS = 30;
const signed = promisify(sign);
const keyPair = promisify(generateKeyPair);

interface SigningKey {
  key: KeyObject;
  certificate: string;
}

/** Signs notifications as Amazon SNS does, with a key of the installation whose certificate is at the Platform's address. */
@Injectable()
export class SnsSigner {
  private readonly base: string;
  private loading: Promise<SigningKey> | undefined;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    { publicUrl, host, port }: PlatformConfig,
  ) {
    this.base = (publicUrl ?? `http://${host}:${port}`).replace(/\/+$/, '');
  }

  /** The notification with its signature. It is made in a thread: the event loop goes on meanwhile. */
  async sign(notification: SnsNotification): Promise<object> {
    const { key } = await this.prepare();
    const signature = await signed('sha256', Buffer.from(signedText(notification)), key);
    return {
      ...notification,
      SignatureVersion: '2',
      Signature: signature.toString('base64'),
      SigningCertURL: `${this.base}/${CERTIFICATE_PATH}`,
      UnsubscribeURL: `${this.base}/v1/webhooks`,
    };
  }

  /** The certificate, as PEM. */
  async certificate(): Promise<string> {
    return (await this.prepare()).certificate;
  }

  /** Makes the key of the installation unless there is one. Before it signs in a transaction, which then waits for nothing. */
  prepare(): Promise<SigningKey> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  private async load(): Promise<SigningKey> {
    const stored = (await this.find()) ?? (await this.create());
    return {
      key: createPrivateKey(this.secrets.open(OWNER, PURPOSE, stored.privateKey)),
      certificate: stored.certificate,
    };
  }

  private find() {
    return this.database.system((tx) => maybe<{ privateKey: string; certificate: string }>(tx, FIND_SIGNING_KEY, []));
  }

  private async create(): Promise<{ privateKey: string; certificate: string }> {
    const keys = await keyPair('rsa', { modulusLength: BITS });
    const from = new Date();
    const until = new Date(from);
    until.setUTCFullYear(from.getUTCFullYear() + YEARS);
    const certificate = selfSignedCertificate({ keys, commonName: 'Webhooks', from, until });
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    await this.database.system((tx) =>
      exec(tx, INSERT_SIGNING_KEY, [this.secrets.seal(OWNER, PURPOSE, pem), certificate]),
    );
    const stored = await this.find();
    if (!stored) throw new Error('The signing key of webhooks was stored and is not there');
    return stored;
  }
}
