import { createHash, createHmac } from 'node:crypto';

export interface Signed {
  keyId: string;
  secret: string;
  host: string;
  path: string;
  body: string;
}

const REGION = 'eu-west-1';

/** Headers by which a POST is signed as clients of Amazon SES do; valid for five minutes. */
export function signedHeaders({ keyId, secret, host, path, body }: Signed, now = new Date()): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${REGION}/ses/aws4_request`;
  const names = 'host;x-amz-date';
  const request = ['POST', path, '', `host:${host}`, `x-amz-date:${time}`, '', names, sha256(body)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>((secretSoFar, part) => hmac(secretSoFar, part), `AWS4${secret}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  return {
    'X-Amz-Date': time,
    Authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
