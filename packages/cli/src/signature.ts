import { createHmac } from 'node:crypto';

interface Event {
  id: string;
  type: string;
  body: string;
  /** `whsec_…`. */
  secret: string;
}

/** The headers of a real delivery of this moment. */
export function signedHeaders({ id, type, body, secret }: Event): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${id}.${time}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'x-service-signature': `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    'x-service-event': type,
    'x-service-event-id': id,
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${standard}`,
  };
}
